import type { Tx } from '../database.ts'

/** Work that happens after the request: a name of its own, and the data it takes. */
export interface Job<D extends object = object> {
  readonly name: string
  /** After which nobody waits for its answer any more and it is tried again. Without it a quarter of an hour. */
  readonly expireInSeconds?: number
  /** Only for the compiler. */
  readonly data?: D
}
export const job = <D extends object>(name: string, options?: Pick<Job, 'expireInSeconds'>): Job<D> => ({
  name,
  ...options,
})

/** Committed with the change that caused it. Handlers may run more than once. */
export interface JobQueue {
  /**
   * Queues in the caller's transaction; `afterSeconds` delays the first try. The same `key` is queued once only, also
   * after it is done (for a week): put into it what makes the work new, such as a fire time. `once`: not tried again when
   * it fails, because somebody asks again anyway.
   */
  send<D extends object>(
    tx: Tx,
    job: Job<D>,
    data: D,
    options?: { afterSeconds?: number; key?: string; once?: boolean },
  ): Promise<void>
  /** What the handler of a job with that key answered; undefined while it waits or runs, and when it has failed. */
  answerOf(job: Job, key: string): Promise<unknown>
  start(): Promise<void>
  /** False until jobs can be sent: while it is set up, or without room on the disk. */
  ready(): boolean
  stop(): Promise<void>
}
