import type { FilterDropdownProps } from 'antd/es/table/hooks/useFilter/FilterDropdown'
import type { ColumnFilterItem } from 'antd/es/table/interface'
import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const Kits = lazy(() => importWithTimeout(import('antd/es/table/hooks/useFilter/FilterDropdown')))

/** What hangs from the head of a column that filters by itself: a tree, which only a table with such a column needs. */
export default function FilterDropdown(props: FilterDropdownProps) {
  return (
    <Suspense fallback={props.children}>
      <Kits {...props} />
    </Suspense>
  )
}

/** As the kit's: the values of all choices, at every depth. */
export const flattenKeys = (filters: readonly ColumnFilterItem[] = []): (ColumnFilterItem['value'] | undefined)[] =>
  filters.flatMap(({ value, children = [] }) => [value, ...flattenKeys(children)])
