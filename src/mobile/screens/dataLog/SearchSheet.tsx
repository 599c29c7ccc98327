import { Button, Popup } from 'antd-mobile'
import { RightOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import { DATA_LOG, dataLogFields, useLoggedResources, type DataLogFilters } from '#headless/monitoring/dataLogs.ts'
import { Filter } from '../../fields/Filter.tsx'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { useBackToClose } from '../../layout/back.ts'
import '../../fields/form.css'
import '../../layout/sheet.css'

interface Props {
  visible: boolean
  filters: DataLogFilters
  onClose(): void
  onSearch(filters: DataLogFilters): void
}

/** What the log can be narrowed by, pulled in from the right. */
export default function SearchSheet(props: Props) {
  useBackToClose(props.visible, props.onClose)
  return (
    <Popup visible={props.visible} position="right" onMaskClick={props.onClose} bodyClassName="vd-side" destroyOnClose>
      <SearchForm {...props} />
    </Popup>
  )
}

function SearchForm({ filters, onSearch }: Props) {
  const [typed, setTyped] = useState(filters)
  const [choosing, setChoosing] = useState(false)
  const resources = useLoggedResources()
  const change = (some: DataLogFilters) => setTyped((before) => ({ ...before, ...some }))
  return (
    <form
      className="vd-side-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed)
      }}
    >
      <h2 className="vd-sheet-title">筛选</h2>
      <div className="vd-side-body">
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
      </div>
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
      <div className="vd-buttons">
        <Button size="large" onClick={() => onSearch({})}>
          重置
        </Button>
        <Button size="large" color="primary" type="submit">
          查询
        </Button>
      </div>
    </form>
  )
}
