import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { removalOfRecord } from '#headless/records/removal.ts'
import { takeUpAgain } from '#headless/session/interruptedDecision.ts'
import type { Row } from '#headless/records/rows.ts'
import { UNKNOWN, type RecordView } from '#headless/records/useRecord.ts'
import { useShown } from '#headless/records/useShown.ts'
import type { Resource } from '#model/resource.ts'
import { choose } from '../../layout/ask.ts'
import { useGo } from '../../layout/go.ts'
import { recordAddress } from '../../layout/places.ts'
import { Button } from '../../layout/plain.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { useRun } from '../../layout/useRun.ts'
import { isDangerous, labelOf, shared } from '../list/actions.ts'

interface ActionBarProps {
  resource: Resource
  record: RecordView
  row: Row
  /** Shown in the confirmation. */
  facts?: ReactNode
  /** Stands where the decisions stood once there is none to take; everything else is behind 更多 then. */
  decided?: ReactNode
}

/** Decisions as two big buttons, the rest behind 更多; without decisions up to two of the others stand open. */
export function ActionBar({ resource, record, row, facts, decided }: ActionBarProps) {
  const go = useGo()
  const run = useRun(resource)
  const shown = useShown()
  const { may, sending } = record
  const { open, hidden } = shared(resource, may, Boolean(decided))

  const remove = async () => {
    if ((await askRemoval(removalOfRecord(resource, row, record.remove))) && shown.current) go.back()
  }
  const perform = async (key: string): Promise<void> => {
    if (key === 'edit') return go.to(`${recordAddress(resource, row.id)}/edit`)
    if (key === 'delete') return remove()
    await run(key, (input) => record.act(key, input), { facts, id: row.id, row })
  }
  // Signed in again in the middle of a decision: it is asked again, with what was typed.
  const resume = useEffectEvent(() => {
    const interrupted = takeUpAgain(resource.name, row.id)
    if (interrupted && may.includes(interrupted)) void perform(interrupted)
  })
  useEffect(() => resume(), [])
  if (!may.length && !decided) return null

  const more = async () => {
    const choices = hidden.map((key) => ({
      key,
      text: labelOf(resource, key),
      danger: isDangerous(resource, key),
    }))
    const chosen = await choose({ choices })
    if (chosen) await perform(chosen)
  }
  const danger = (key: string) => isDangerous(resource, key)
  // What says no stands left, what says yes stands under the thumb.
  const ordered = [...open].sort((a, b) => Number(danger(b)) - Number(danger(a)))
  return (
    <div className="vd-buttons">
      {hidden.length > 0 && (
        <Button className="vd-more" size="large" fill="none" disabled={sending !== 'idle'} onClick={() => void more()}>
          更多
        </Button>
      )}
      {ordered.map((key) => (
        <Button
          key={key}
          size="large"
          color={danger(key) ? 'danger' : 'primary'}
          fill={danger(key) ? 'outline' : 'solid'}
          disabled={sending !== 'idle'}
          onClick={() => void perform(key)}
        >
          {labelOf(resource, key)}
        </Button>
      ))}
      {!open.length && decided}
      {sending === 'unknown' && (
        <p role="status" className="vd-unknown">
          {UNKNOWN}…
        </p>
      )}
    </div>
  )
}
