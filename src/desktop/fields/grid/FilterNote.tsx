import { Button } from 'antd'
import type { GridStore } from '#headless/grid/store.ts'
import { useSignal } from '#headless/grid/useGrid.ts'

/** How many of the rows are in sight, and the way back to all. */
export function FilterNote({ store }: { store: GridStore }) {
  useSignal(store, 'filter')
  useSignal(store, 'rows')
  if (!store.isFiltered) return null
  const totals = store.shown.some(({ statistics }) => statistics.length)
  return (
    <div className="grid-filtered" role="status">
      显示 {store.visible.count} / {store.rows.count} 行{totals && '，合计按全部行计算'}
      <Button type="link" size="small" onClick={() => store.clearFilters()}>
        清除筛选
      </Button>
    </div>
  )
}
