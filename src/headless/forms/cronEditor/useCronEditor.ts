import { useMemo, useState } from 'react'
import { describeCron } from '#cron/index.ts'
import type { PartName } from '#cron/parts.ts'
import { businessZone } from '../../connection/wallTime.ts'
import { useDebounced } from '../../records/useReferences.ts'
import type { Mode, PartOptions } from './options.ts'
import { PREVIEW_DELAY_MS, previewOf } from './preview.ts'
import { changePart, chooseMode, finished, problemIn, readExpression, typePart, type CronEditorState } from './state.ts'

export interface CronEditor extends CronEditorState {
  part: PartName
  show(part: PartName): void
  choose(part: PartName, mode: Mode): void
  change(part: PartName, change: Partial<PartOptions>): void
  /** The text of one part. */
  typePart(part: PartName, text: string): void
  /** The whole expression. */
  type(text: string): void
  /** Why it cannot be used; undefined when it can. */
  problem: string | undefined
  /** In Chinese; empty while there is a problem. */
  words: string
  /** Local times of the scheduler. */
  runs: readonly string[]
  /** The expression has changed since `runs` was calculated. */
  outdated: boolean
  zone: string
  /** The expression as the record gets it. */
  result: string
}

/** One editor, drawn by both shells. */
export function useCronEditor(start: string): CronEditor {
  const [state, setState] = useState(() => readExpression(start))
  const [part, show] = useState<PartName>('second')
  const settled = useDebounced(state.expression, PREVIEW_DELAY_MS)
  const zone = businessZone()
  const problem = problemIn(state)
  const runs = useMemo(() => previewOf(settled, new Date(), zone), [settled, zone])
  return {
    ...state,
    part,
    show,
    choose: (name, mode) => setState((before) => chooseMode(before, name, mode)),
    change: (name, change) => setState((before) => changePart(before, name, change)),
    typePart: (name, text) => setState((before) => typePart(before, name, text)),
    type: (text) => setState((before) => ({ ...readExpression(text, before.parts), expression: text })),
    problem,
    words: problem ? '' : describeCron(state.expression),
    runs,
    outdated: settled !== state.expression,
    zone,
    result: finished(state),
  }
}
