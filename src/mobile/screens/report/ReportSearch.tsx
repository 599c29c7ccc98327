import { Button, Popup } from 'antd-mobile'
import { useState } from 'react'
import type { ReportFilters } from '#headless/reports/useReport.ts'
import type { Field } from '#model/fields.ts'
import { Filter } from '../../fields/Filter.tsx'
import { useBackToClose } from '../../layout/back.ts'
import '../../fields/form.css'
import '../../layout/sheet.css'

interface Props {
  visible: boolean
  fields: Readonly<Record<string, Field>>
  filters: ReportFilters
  onClose(): void
  onSearch(filters: ReportFilters): void
}

/** What a report can be narrowed by, and its parameters, pulled in from the right. */
export default function ReportSearch(props: Props) {
  useBackToClose(props.visible, props.onClose)
  return (
    <Popup visible={props.visible} position="right" onMaskClick={props.onClose} bodyClassName="vd-side" destroyOnClose>
      <SearchForm {...props} />
    </Popup>
  )
}

function SearchForm({ fields, filters, onSearch }: Props) {
  const [typed, setTyped] = useState(filters)
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
        {Object.entries(fields).map(([name, field]) => (
          <Filter
            key={name}
            field={field}
            name={name}
            filters={typed}
            set={(some) => setTyped((before) => ({ ...before, ...some }))}
          />
        ))}
      </div>
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
