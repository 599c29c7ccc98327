import { RightOutline } from 'antd-mobile-icons'
import { lazy, Suspense, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { askedFilters } from '#headless/lists/filled.ts'
import type { EndlessList } from '#headless/lists/useList.ts'
import type { Filters } from '#headless/lists/listQuery.ts'
import { wayOf } from '#headless/session/ways.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { popupsGone } from '../../layout/back.ts'
import { Filter } from '../../fields/Filter.tsx'
import { SearchForm, SearchSide } from '../../fields/SearchSide.tsx'

const QueryPage = lazy(() => importWithTimeout(import('./query/QueryPage.tsx')))

interface FilterSheetProps {
  resource: Resource
  list: Pick<EndlessList, 'query' | 'setFilters' | 'setSuperQuery'>
  /** What it begins with. */
  filters: Filters
  visible: boolean
  onClose(): void
}

/** What the list can be narrowed by. */
export function FilterSheet(props: FilterSheetProps) {
  return (
    <SearchSide {...props}>
      <Conditions {...props} />
    </SearchSide>
  )
}

function Conditions({ resource, list, filters: begun, onClose }: FilterSheetProps) {
  const [filters, setFilters] = useState<Filters>(begun)
  const [asking, setAsking] = useState<boolean>()
  const { superQuery } = list.query
  const apply = (wanted: Filters, ask: (asked: Filters) => void) => {
    const asked = askedFilters((name) => fieldOf(resource, name), wanted)
    if (!asked) return
    setAsking(false)
    onClose()
    // The address is written when the sheet has left the history.
    void popupsGone().then(() => ask(asked))
  }
  return (
    <SearchForm
      // A query of the address stays, also one that cannot be run: it is not passed over in silence.
      onSearch={() => apply(filters, (asked) => list.setFilters(asked))}
      onReset={() => apply({}, (asked) => list.setSuperQuery(undefined, asked))}
      over={
        asking !== undefined && (
          <Suspense>
            <QueryPage
              resource={resource}
              list={{
                query: list.query,
                setSuperQuery: (query) => apply(filters, (asked) => list.setSuperQuery(query, asked)),
              }}
              visible={asking}
              onClose={() => setAsking(false)}
            />
          </Suspense>
        )
      }
    >
      {resource.list.filters.map((name) => {
        const field = fieldOf(resource, name)
        return (
          field &&
          !field.hidden && (
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
      {wayOf(resource).advanced && (
        <section className="vd-filter">
          <h3>高级查询</h3>
          <button type="button" className="vd-box vd-advanced" onClick={() => setAsking(true)}>
            <span>{superQuery ? `已启用 ${superQuery.lines.length} 个条件` : '按任意字段组合条件'}</span>
            <RightOutline />
          </button>
        </section>
      )}
    </SearchForm>
  )
}
