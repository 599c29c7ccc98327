import { Alert, Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useDashboard } from '#headless/figures/useDashboard.ts'
import { ofKind, panelsOf } from '#headless/figures/panels.ts'
import { dashboards, type Dashboard as Definition, type DashboardName } from '#resources/dashboards.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { PartsChart } from './PartsChart.tsx'
import { Tile } from './Tile.tsx'
import { TrendChart } from './TrendChart.tsx'
import { Visits } from './Visits.tsx'
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
  const { visits }: Definition = dashboards[name]
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
          <div className="why-below">
            <WhyNotButton about={{ path: `/dashboard/${name}` }} />
          </div>
        </section>
      )}
      {ofKind(panels, 'failed').map((panel) => (
        <FailedPanel key={panel.key} panel={panel} />
      ))}
      {between}
      <div className="charts">
        {ofKind(panels, 'trend').map((panel) => (
          <TrendChart key={panel.key} panel={panel} at={data.at} />
        ))}
        {ofKind(panels, 'parts').map((panel) => (
          <PartsChart key={panel.key} panel={panel} />
        ))}
      </div>
      {visits && <Visits />}
      <p className="counted">
        统计于 {data.at}
        {error && '，之后没有更新成功'}
      </p>
    </div>
  )
}
