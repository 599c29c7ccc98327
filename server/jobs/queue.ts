import type { Tx } from '../db/connect.ts'

/** Work that happens after the request, committed with the change that caused it. Handlers may run more than once. */
export interface JobQueue {
  /**
   * Queues in the caller's transaction; `afterSeconds` delays the first try. The same `key` is queued once only, also
   * after it is done (for a week): put into it what makes the work new, such as a fire time.
   */
  send(
    tx: Tx,
    job: JobName,
    data: Record<string, unknown>,
    options?: { afterSeconds?: number; key?: string },
  ): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export type JobName =
  | 'notify-send'
  | 'notify-settle'
  | 'notify-unopened'
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
  | 'timed-work'
  | 'task'
