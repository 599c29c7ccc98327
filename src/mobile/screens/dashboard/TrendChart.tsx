import { useMemo } from 'react'
import { soFarText, trendLines, type PanelOf } from '#headless/figures/panels.ts'
import { addressOf } from '../../layout/places.ts'
import { ChartCard } from './ChartCard.tsx'

/** Day by day, and what today came to until it was counted. */
export function TrendChart({ panel, at }: { panel: PanelOf<'trend'>; at: string }) {
  const lines = useMemo(() => trendLines(panel, addressOf(panel.resource), at), [panel, at])
  return <ChartCard title={panel.title} kind="line" head="日期" lines={lines} note={soFarText(lines)} />
}
