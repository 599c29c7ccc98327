/** When an expression will fire, as the scheduler will see it. */
import { CronError, nextRuns, ZONE } from '#cron/index.ts'

/** Wait after the last change before the preview is calculated again. */
export const PREVIEW_DELAY_MS = 500
export const PREVIEW_RUNS = 10

/** The time zone of the scheduler, which need not be this browser's. */
export const schedulerZone = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="voltdesk-zone"]')?.content || ZONE

/** Local times `YYYY-MM-DD HH:mm:ss` of the next runs; fewer when the expression ends, none when it never fires or cannot be read. */
export function previewOf(expression: string, from: Date, timeZone: string): string[] {
  try {
    return nextRuns(expression, { from, count: PREVIEW_RUNS, timeZone }).map((run) =>
      run.toLocaleString('sv-SE', { timeZone }).slice(0, 19),
    )
  } catch (error) {
    if (error instanceof CronError) return []
    throw error
  }
}
