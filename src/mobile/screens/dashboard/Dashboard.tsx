import { Suspense, useEffect, useState } from 'react'
import { later } from '#headless/connection/later.ts'
import { useDashboard } from '#headless/figures/useDashboard.ts'
import { ofKind, panelsOf } from '#headless/figures/panels.ts'
import { dashboards, type Dashboard as Definition, type DashboardName } from '#resources/dashboards.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { PartsChart } from './PartsChart.tsx'
import { Tile } from './Tile.tsx'
import { TrendChart } from './TrendChart.tsx'
import { Visits } from './Visits.tsx'
import './dashboard.css'

/** Brings what moves along, and the numbers need not wait for that. */
const Refresh = later(async () => ({ default: (await import('../../layout/Refresh.tsx')).Refresh }))

const NAMES = Object.keys(dashboards) as DashboardName[]
/** 首页 is a page of the desktop. */
const titleOf = (name: DashboardName) => (name === 'analysis' ? '今日' : dashboards[name].title)

/** The same figures as on the desktop, one below the other; the others are one tap away. */
export default function Dashboard({ name: first = 'analysis' }: { name?: DashboardName }) {
  const [name, setName] = useState(first)
  return (
    <Page
      title="看板"
      head={
        <div className="vd-boards" role="group" aria-label="看板">
          {NAMES.map((one) => (
            <button key={one} type="button" aria-pressed={one === name} onClick={() => setName(one)}>
              {titleOf(one)}
            </button>
          ))}
        </div>
      }
    >
      <Figures key={name} name={name} />
    </Page>
  )
}

function Figures({ name }: { name: DashboardName }) {
  const { data, error, isPending, refetch } = useDashboard(name)
  // With the numbers, not after them: what is tapped while one takes the other's place is not heard.
  useEffect(() => void Refresh.bring().catch(() => undefined), [])
  if (isPending) return <Blocks count={6} />
  if (!data) return <Failed error={error ?? new Error('统计没有加载成功')} onRetry={() => void refetch()} />
  const panels = panelsOf(data.panels)
  const { visits }: Definition = dashboards[name]
  if (!panels.length)
    return (
      <>
        <Nothing>还没有您可以查看的统计，请联系管理员授权相应的列表。</Nothing>
        <WhyNotButton about={{ path: `/dashboard/${name}` }} />
      </>
    )
  const tiles = (
    <div className="vd-tiles">
      {ofKind(panels, 'tile').map((panel) => (
        <Tile key={panel.key} panel={panel} />
      ))}
    </div>
  )
  return (
    <Suspense fallback={<div className="vd-board">{tiles}</div>}>
      <Refresh again={() => refetch({ throwOnError: true })}>
        <div className="vd-board">
          {tiles}
          {ofKind(panels, 'failed').map((panel) => (
            <FailedPanel key={panel.key} panel={panel} />
          ))}
          {ofKind(panels, 'trend').map((panel) => (
            <TrendChart key={panel.key} panel={panel} at={data.at} />
          ))}
          {ofKind(panels, 'parts').map((panel) => (
            <PartsChart key={panel.key} panel={panel} />
          ))}
          {visits && <Visits />}
          <p className="vd-counted" role="status">
            统计于 {data.at}
            {error && '，之后没有更新成功'}
          </p>
        </div>
      </Refresh>
    </Suspense>
  )
}
