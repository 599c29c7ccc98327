/** The catalogue of timed work, by the names of the dictionary quartz_job_class. */
import type { dictionaries } from '#resources/dictionaries.ts'
import { job, type Job } from '../kernel/ports/queue.ts'
import type { TimedWork } from '../kernel/timed-work.ts'

export type TimedWorkName = (typeof dictionaries.quartz_job_class.items)[number][0]

export interface TimedRun {
  id: string
  /** Names the run, one of the clock by its job and time; the same run is begun again only when it was cut off. */
  run: string
  /** When it was due; absent when a person asked for it, and when it is begun again. */
  at?: string
  /** It was cut off: begun again unless another has begun since. */
  again?: true
  /** A person waits for it. */
  byHand?: true
  /** When that person asked. */
  asked?: string
}
export const timedWorkJob = job<TimedRun>('timed-work')
/** A backup may take half a night. */
export const longWorkJob = job<TimedRun>('long-work', { expireInSeconds: 6 * 3600 })

const catalogue = new Map<string, TimedWork>()

/** Whoever has something to do on the clock says so before the server starts. */
export function installTimedWork(works: Readonly<Record<string, TimedWork>>): void {
  for (const [name, work] of Object.entries(works)) catalogue.set(name, work)
}

/** Undefined for a name that is not in the catalogue, whatever the dictionary says. */
export const timedWork = (name: string): TimedWork | undefined => catalogue.get(name)

/** Where a run of it waits for its turn. */
export const queueOf = (name: unknown): Job<TimedRun> => (timedWork(String(name))?.long ? longWorkJob : timedWorkJob)
