/** What holds at a moment. Times of records are local text, so they compare as they are. */
import { adStates } from '#resources/content/advertisement.ts'
import { showStates } from '#resources/content/banner.ts'
import { boxStates } from '#resources/product/blindBox.ts'
import { shelfStates } from '#resources/shelf.ts'
import type { Row } from '../resource/hooks.ts'

export const reached = (time: unknown, now: string): boolean => typeof time === 'string' && time <= now

export type Window<S extends string = string> = readonly [waiting: S, running: S, over: S]
export const AD_WINDOW = [adStates.planned, adStates.running, adStates.over] as const
export const BOX_WINDOW = [boxStates.planned, boxStates.running, boxStates.over] as const
const SHOW_WINDOW = [showStates.planned, showStates.showing, showStates.over] as const

export const windowState = <S extends string>(
  { startTime, endTime }: Row,
  now: string,
  [waiting, running, over]: Window<S>,
): S => (reached(endTime, now) ? over : reached(startTime, now) ? running : waiting)

/** How what stands on a shelf, and may have a window, is shown. */
export const showStateOf = (row: Row, now: string) =>
  row.status === shelfStates.on
    ? windowState({ ...row, startTime: row.startTime ?? now }, now, SHOW_WINDOW)
    : showStates.off
