import { useMemo } from 'react'
import { othersText, partLines, type PanelOf } from '#headless/figures/panels.ts'
import { knownField } from '#model/resource.ts'
import { addressOf } from '../../layout/places.ts'
import { ChartCard } from './ChartCard.tsx'

/** Divided by a field, the largest first. */
export function PartsChart({ panel }: { panel: PanelOf<'parts'> }) {
  const lines = useMemo(() => partLines(panel, addressOf(panel.resource)), [panel])
  const head = knownField(panel.resource, panel.answer.by).label
  return <ChartCard title={panel.title} kind="bars" head={head} lines={lines} note={othersText(panel)} />
}
