/** What a kind of task gets to work with, and what it leaves behind. */
import type { Tx } from '../db/connect.ts'
import type { Caller } from '../http/caller.ts'
import type { Services } from '../services.ts'
import type { TaskRow } from './task.ts'

/** What a run leaves behind. Without `state` it is done. */
export interface Outcome extends Partial<
  Pick<
    TaskRow,
    'counts' | 'message' | 'filePath' | 'fileName' | 'faultPath' | 'faultName' | 'undoTime' | 'total' | 'done'
  >
> {
  state?: 'checked' | 'done' | 'failed' | 'cancelled'
  /** What the next run would do; it is queued at once. */
  next?: 'write'
}

export interface Work {
  services: Services
  /** The owner, with today's rights, in the department they ordered it from. */
  caller: Caller
  task: TaskRow
  /** Cheap to call often; throws when the person or the server wants it to stop. */
  progress(done: number, total?: number): Promise<void>
  /** Throws when the person or the server wants it to stop. */
  check(): Promise<void>
  /** The same as `progress`, inside a transaction of the work, with what a later run goes on from: both are kept, or neither. */
  checkpoint(tx: Tx, done: number, at: Record<string, unknown>): Promise<void>
}

/** The person asked for it. */
export class Cancelled extends Error {}
