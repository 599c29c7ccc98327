/** What holds at a moment. Times of records are local text, so they compare as they are. */
import type { Row } from '../resource/hooks.ts'

export const reached = (time: unknown, now: string): boolean => typeof time === 'string' && time <= now

export type Window = readonly [waiting: string, running: string, over: string]
/** pb_ad_status and pb_box_status. */
export const AD_WINDOW: Window = ['3', '4', '5']
export const BOX_WINDOW: Window = ['1', '2', '3']

export const windowState = ({ startTime, endTime }: Row, now: string, [waiting, running, over]: Window): string =>
  reached(endTime, now) ? over : reached(startTime, now) ? running : waiting

/** pb_show_state of what stands on a shelf and may have a window. */
export const showStateOf = (row: Row, now: string): string =>
  row.status === '1' ? windowState({ ...row, startTime: row.startTime ?? now }, now, ['1', '2', '3']) : '0'
