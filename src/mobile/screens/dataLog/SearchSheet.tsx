import { RightOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import { DATA_LOG, dataLogFields, useLoggedResources, type DataLogFilters } from '#headless/monitoring/dataLogs.ts'
import { Filter } from '../../fields/Filter.tsx'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { SearchForm, SearchSide } from '../../fields/SearchSide.tsx'

interface Props {
  visible: boolean
  filters: DataLogFilters
  onClose(): void
  onSearch(filters: DataLogFilters): void
}

/** What the log can be narrowed by. */
export default function SearchSheet(props: Props) {
  return (
    <SearchSide {...props}>
      <Conditions {...props} />
    </SearchSide>
  )
}

function Conditions({ filters, onSearch }: Props) {
  const [typed, setTyped] = useState(filters)
  const [choosing, setChoosing] = useState(false)
  const resources = useLoggedResources()
  const change = (some: DataLogFilters) => setTyped((before) => ({ ...before, ...some }))
  return (
    <SearchForm
      onSearch={() => onSearch(typed)}
      onReset={() => onSearch({})}
      over={
        <OptionSheet
          title={DATA_LOG.resource}
          visible={choosing}
          options={[{ value: '', text: DATA_LOG.anyResource }, ...resources]}
          chosen={[typed.dataTable ?? '']}
          onClose={() => setChoosing(false)}
          onChoose={([table = '']) => {
            setChoosing(false)
            change({ dataTable: table })
          }}
        />
      }
    >
      <section className="vd-filter">
        <h3>{DATA_LOG.resource}</h3>
        <button type="button" className="vd-box vd-advanced" onClick={() => setChoosing(true)}>
          <span>{resources.find(({ value }) => value === typed.dataTable)?.text ?? DATA_LOG.anyResource}</span>
          <RightOutline />
        </button>
      </section>
      {Object.entries(dataLogFields).map(([name, field]) => (
        <Filter key={name} field={field} name={name} filters={typed} set={change} />
      ))}
    </SearchForm>
  )
}
