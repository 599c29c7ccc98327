import { useMemo, useState } from 'react'
import { Chart } from '#headless/figures/Chart.tsx'
import type { ChartContent } from '#headless/figures/drawing.ts'
import type { ChartLine } from '#headless/figures/panels.ts'
import { useGo } from '../../layout/go.ts'

interface ChartCardProps {
  title: string
  kind: ChartContent['kind']
  /** What the lines are: 日期, 服务商. */
  head: string
  lines: readonly ChartLine[]
  note?: string
}

const coloured = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A chart and, one tap away, the table with the same numbers. */
export function ChartCard({ title, kind, head, lines, note }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const go = useGo()
  const content = useMemo((): ChartContent => ({ kind, points: lines }), [kind, lines])
  const theme = document.documentElement.dataset['prefersColorScheme']
  const look = useMemo(
    () => ({
      theme,
      colour: coloured('--vd-blue'),
      text: coloured('--adm-color-text-secondary'),
      line: coloured('--vd-line'),
      ground: coloured('--vd-card'),
    }),
    [theme],
  )
  const open = (to: string | undefined) => to && go.to(to)
  return (
    <section className="vd-chart" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '看图表' : '看表格'}
        </button>
      </header>
      {!lines.length ? (
        <p className="vd-counted">这段时间没有数据。</p>
      ) : asTable ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">数值</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, text, to }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  {to ? (
                    <button type="button" onClick={() => open(to)}>
                      {text}
                    </button>
                  ) : (
                    text
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Chart name={title} content={content} look={look} height={220} onPoint={(index) => open(lines[index]?.to)} />
      )}
      {note && <p className="vd-counted">{note}</p>}
    </section>
  )
}
