import { useCallback, useMemo, useState } from 'react'
import { Chart } from '#headless/figures/Chart.tsx'
import type { ChartContent } from '#headless/figures/drawing.ts'
import type { ChartLine } from '#headless/figures/panels.ts'
import { labelOf } from '#headless/figures/point.ts'
import { shadesOf } from '#headless/session/colours.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useShownTheme } from '#headless/session/shownTheme.ts'
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

/** A chart and the table with the same numbers: always there for who hears the page, in print, and one tap away. */
export function ChartCard({ title, kind, head, lines, note }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const go = useGo()
  const content = useMemo((): ChartContent => ({ kind, points: lines }), [kind, lines])
  const theme = useShownTheme()
  const colour = useSettings((state) => state.colour)
  const look = useCallback(
    () => ({
      colour: shadesOf(colour, theme).words,
      text: coloured('--adm-color-text-secondary'),
      line: coloured('--vd-line'),
      ground: coloured('--vd-card'),
    }),
    [colour, theme],
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
      ) : (
        <>
          {!asTable && (
            <Chart
              name={title}
              content={content}
              look={look}
              height={220}
              onPoint={(index) => open(lines[index]?.to)}
            />
          )}
          <div className={asTable ? undefined : 'vd-beside'}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{head}</th>
                  <th scope="col">数值</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.label}>
                    <th scope="row">{labelOf(line)}</th>
                    <td>
                      {line.to ? (
                        // Nobody tabs through what they do not see; who hears the page finds it all the same.
                        <button type="button" {...(!asTable && { tabIndex: -1 })} onClick={() => open(line.to)}>
                          {line.text}
                        </button>
                      ) : (
                        line.text
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {note && <p className="vd-counted">{note}</p>}
    </section>
  )
}
