import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useDashboard } from '#headless/figures/useDashboard.ts'
import { ofKind, panelsOf } from '#headless/figures/panels.ts'
import type { DashboardName } from '#resources/dashboards.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { PartsChart } from './PartsChart.tsx'
import { Tile } from './Tile.tsx'
import { TrendChart } from './TrendChart.tsx'
import './dashboard.css'

/** A page of figures: numbers first, then charts, each leading to the list that holds what was counted. `between`: what else belongs there, also while nothing is counted. */
export default function Dashboard({ name, between }: { name: DashboardName; between?: ReactNode }) {
  const { data, error, isPending, refetch } = useDashboard(name)
  if (!data)
    return (
      <>
        {isPending ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <Alert
            type="warning"
            showIcon
            title={error.message}
            action={<Button onClick={() => void refetch()}>重试</Button>}
          />
        )}
        {between}
      </>
    )
  const panels = panelsOf(data.panels)
  return (
    <div className="dashboard">
      {panels.length ? (
        <div className="tiles">
          {ofKind(panels, 'tile').map((panel) => (
            <Tile key={panel.key} panel={panel} />
          ))}
        </div>
      ) : (
        <section className="card" aria-label="统计">
          <Nothing>还没有您可以查看的统计，请联系管理员授权相应的列表。</Nothing>
        </section>
      )}
      {between}
      <div className="charts">
        {ofKind(panels, 'trend').map((panel) => (
          <TrendChart key={panel.key} panel={panel} />
        ))}
        {ofKind(panels, 'parts').map((panel) => (
          <PartsChart key={panel.key} panel={panel} />
        ))}
      </div>
      <p className="counted">
        统计于 {data.at}
        {error && '，之后没有更新成功'}
      </p>
    </div>
  )
}
