import type { Tx } from '../database.ts'

/** Work that happens after the request, committed with the change that caused it. Handlers may run more than once. */
export interface JobQueue {
  /**
   * Queues in the caller's transaction; `afterSeconds` delays the first try. The same `key` is queued once only, also
   * after it is done (for a week): put into it what makes the work new, such as a fire time. `once`: not tried again when
   * it fails, because somebody asks again anyway.
   */
  send(
    tx: Tx,
    job: JobName,
    data: Record<string, unknown>,
    options?: { afterSeconds?: number; key?: string; once?: boolean },
  ): Promise<void>
  start(): Promise<void>
  /** False until jobs can be sent: while it is set up, or without room on the disk. */
  ready(): boolean
  stop(): Promise<void>
}

export type JobName =
  | 'notify-send'
  | 'notify-settle'
  | 'notify-unopened'
  | 'notify-deputy'
  | 'leave-begins'
  | 'pay-out'
  | 'confirm-deadline'
  | 'approval'
  | 'order-refund'
  | 'deposit-refund'
  | 'card-refund'
  | 'device-command'
  | 'refund-failed'
  | 'first-password'
  | 'chat-click'
  | 'reconcile'
  | 'difference-found'
  | 'timed-work'
  | 'long-work'
  | 'task'
