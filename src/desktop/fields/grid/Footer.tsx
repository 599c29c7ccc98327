import type { Column, Statistic } from '#headless/grid/column.ts'
import { STATISTIC_LABELS } from '#headless/grid/statistics.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { stuckAt } from './measures.ts'
import type { View } from './types.ts'

/** One row for each statistic that a column has. */
export function Footer({ view: { store, layout } }: { view: View }) {
  if (!layout.statistics.length) return null
  return (
    <div role="rowgroup" className="grid-foot">
      {layout.statistics.map((statistic) => (
        <div key={statistic} role="row" className="grid-foot-row">
          {layout.lead === 2 && <div role="gridcell" className="grid-lead" />}
          <div role="rowheader" className={layout.lead === 2 ? 'grid-lead grid-lead-2' : 'grid-lead'}>
            {STATISTIC_LABELS[statistic]}
          </div>
          {store.shown.map((column, place) => (
            <div
              key={column.field}
              role="gridcell"
              className={`grid-foot-cell${stuckAt(layout, place).className}`}
              style={stuckAt(layout, place).style}
              data-statistic={`${statistic} ${column.field}`}
            >
              {column.statistics.includes(statistic) && <Total store={store} column={column} statistic={statistic} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Total({ store, column, statistic }: Pick<View, 'store'> & { column: Column; statistic: Statistic }) {
  useSignal(store, `column:${column.field}`)
  return store.statistics.text(column, statistic)
}
