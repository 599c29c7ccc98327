import { STATISTIC_LABELS, Statistics } from '#headless/grid/statistics.ts'
import type { GridRow } from '#headless/grid/column.ts'
import type { Fields } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { statisticsOf } from '#model/lines.ts'
import type { Values } from './types.ts'

/** 合计 and 平均 of the columns whose definition asks for them. */
export function LineTotals({ fields, rows }: { fields: Fields; rows: readonly Values[] }) {
  const wanted = statisticsOf(fields)
  if (!wanted.length || !rows.length) return null
  const statistics = new Statistics(() => rows as readonly GridRow[])
  return (
    <dl className="vd-line-totals" aria-label="统计">
      {wanted.map(({ name, field, statistic }) => (
        <div key={`${name} ${statistic}`}>
          <dt>
            {field.label}
            {STATISTIC_LABELS[statistic]}
          </dt>
          <dd>{statistics.text({ ...kindOf(field).cell(field), field: name }, statistic)}</dd>
        </div>
      ))}
    </dl>
  )
}
