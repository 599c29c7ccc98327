import { Segmented, theme } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Chart } from '#headless/figures/Chart.tsx'
import type { ChartContent } from '#headless/figures/drawing.ts'
import type { ChartLine } from '#headless/figures/panels.ts'

interface ChartCardProps {
  title: string
  kind: ChartContent['kind']
  /** What the lines are: 日期, 服务商. */
  head: string
  lines: readonly ChartLine[]
  /** Under the chart. */
  note?: string
}

/** A chart and, one tap away and always in print, the table with the same numbers. */
export function ChartCard({ title, kind, head, lines, note }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const navigate = useNavigate()
  const { token } = theme.useToken()
  const content = useMemo((): ChartContent => ({ kind, points: lines }), [kind, lines])
  const look = useMemo(
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
          <div className={asTable ? 'lines' : 'lines only-print'} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{head}</th>
                  <th scope="col">数值</th>
                  {lines.some(({ count }) => count) && <th scope="col">笔数</th>}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ label, text, count, to }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td>{to ? <Link to={to}>{text}</Link> : text}</td>
                    {count !== undefined && <td>{count}</td>}
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
