import { Button, Popup } from 'antd-mobile'
import { useState } from 'react'
import type { EndlessList } from '#headless/useList.ts'
import type { Filters } from '#headless/listQuery.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { popupsGone, useBackToClose } from '../frame/back.ts'
import { Filter } from '../fields/Filter.tsx'
import '../fields/form.css'
import '../frame/sheet.css'

interface FilterSheetProps {
  resource: Resource
  list: EndlessList
  visible: boolean
  onClose(): void
}

/** What the list can be narrowed by, pulled in from the right. */
export function FilterSheet(props: FilterSheetProps) {
  useBackToClose(props.visible, props.onClose)
  return (
    <Popup visible={props.visible} position="right" onMaskClick={props.onClose} bodyClassName="vd-side" destroyOnClose>
      <FilterForm {...props} />
    </Popup>
  )
}

function FilterForm({ resource, list, onClose }: FilterSheetProps) {
  const [filters, setFilters] = useState<Filters>(list.query.filters)
  const apply = (wanted: Filters) => {
    onClose()
    // The address is written when the sheet has left the history.
    void popupsGone().then(() =>
      list.setFilters(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value.trim()))),
    )
  }
  return (
    <form
      className="vd-side-form"
      onSubmit={(event) => {
        event.preventDefault()
        apply(filters)
      }}
    >
      <h2 className="vd-sheet-title">筛选</h2>
      <div className="vd-side-body">
        {resource.list.filters.map((name) => {
          const field = fieldOf(resource, name)
          return (
            field && (
              <Filter
                key={name}
                field={field}
                name={name}
                filters={filters}
                set={(change) => setFilters((before) => ({ ...before, ...change }))}
              />
            )
          )
        })}
      </div>
      <div className="vd-buttons">
        <Button size="large" onClick={() => apply({})}>
          重置
        </Button>
        <Button size="large" color="primary" type="submit">
          查询
        </Button>
      </div>
    </form>
  )
}
