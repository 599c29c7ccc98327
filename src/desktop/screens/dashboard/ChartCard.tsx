import { Segmented, theme } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Chart } from '#headless/figures/Chart.tsx'
import type { ChartContent } from '#headless/figures/drawing.ts'
import type { ChartLine } from '#headless/figures/panels.ts'
import { labelOf } from '#headless/figures/point.ts'

interface ChartCardProps {
  title: string
  kind: ChartContent['kind']
  /** What the lines are: 日期, 服务商. */
  head: string
  lines: readonly ChartLine[]
  /** Under the chart. */
  note?: string
}

/** A chart and the table with the same numbers: always there for who hears the page, in print, and one tap away. */
export function ChartCard({ title, kind, head, lines, note }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const navigate = useNavigate()
  const { token } = theme.useToken()
  const content = useMemo((): ChartContent => ({ kind, points: lines }), [kind, lines])
  const look = useCallback(
    () => ({
      colour: token.colorPrimary,
      text: token.colorText,
      line: token.colorBorderSecondary,
      ground: token.colorBgElevated,
    }),
    [token],
  )
  const open = (index: number) => {
    const { to } = lines[index] ?? {}
    if (to) void navigate(to)
  }
  return (
    <section className="card chart" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Segmented
          size="small"
          aria-label={`${title}的样式`}
          value={asTable ? '表格' : '图表'}
          options={['图表', '表格']}
          onChange={(chosen) => setAsTable(chosen === '表格')}
        />
      </header>
      {!lines.length ? (
        <p className="no-lines">这段时间没有数据。</p>
      ) : (
        <>
          {!asTable && <Chart name={title} content={content} look={look} height={260} onPoint={open} />}
          <div className={asTable ? 'lines' : 'lines beside'} {...(asTable && { tabIndex: 0 })}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{head}</th>
                  <th scope="col">数值</th>
                  {lines.some(({ count }) => count) && <th scope="col">笔数</th>}
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.label}>
                    <th scope="row">{labelOf(line)}</th>
                    <td>{line.to ? <LineLink text={line.text} to={line.to} seen={asTable} /> : line.text}</td>
                    {line.count !== undefined && <td>{line.count}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {note && <p className="counted">{note}</p>}
    </section>
  )
}

/** Nobody tabs through links they do not see; who hears the page finds them all the same. */
const LineLink = ({ text, to, seen }: { text: string; to: string; seen: boolean }) => (
  <Link to={to} {...(!seen && { tabIndex: -1 })}>
    {text}
  </Link>
)
