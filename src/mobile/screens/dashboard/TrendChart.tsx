import { useMemo } from 'react'
import { trendLines, type PanelOf } from '#headless/figures/panels.ts'
import { addressOf } from '../../layout/places.ts'
import { ChartCard } from './ChartCard.tsx'

/** Day by day. */
export function TrendChart({ panel }: { panel: PanelOf<'trend'> }) {
  const lines = useMemo(() => trendLines(panel, addressOf(panel.resource)), [panel])
  return <ChartCard title={panel.title} kind="line" head="日期" lines={lines} />
}
