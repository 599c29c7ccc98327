/** When an expression will fire, as the scheduler will see it. */
import { CronError, nextRuns } from '#cron/index.ts'
import { wallTime } from '../../connection/wallTime.ts'

/** Wait after the last change before the preview is calculated again. */
export const PREVIEW_DELAY_MS = 500
export const PREVIEW_RUNS = 10

/** Local times `YYYY-MM-DD HH:mm:ss` of the next runs; fewer when the expression ends, none when it never fires or cannot be read. */
export function previewOf(expression: string, from: Date, timeZone: string): string[] {
  try {
    return nextRuns(expression, { from, count: PREVIEW_RUNS, timeZone }).map((run) => wallTime(run.getTime(), timeZone))
  } catch (error) {
    if (error instanceof CronError) return []
    throw error
  }
}
