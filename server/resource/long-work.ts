/** What a kind of task gets to work with, and what it leaves behind. */
import type { Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Services } from '../kernel/services.ts'
import type { TaskRow } from '../db/task-tables.ts'

/** What a run leaves behind. Without `state` it is done. */
export interface Outcome extends Partial<
  Pick<
    TaskRow,
    | 'counts'
    | 'message'
    | 'filePath'
    | 'fileName'
    | 'faultPath'
    | 'faultName'
    | 'undoTime'
    | 'total'
    | 'done'
    | 'checkpoint'
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
  /** A part of the work in a transaction of its own; on the embedded database others come next, for as long as it took. */
  part<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Cheap to call often; throws when the person or the server wants it to stop. */
  progress(done: number, total?: number): Promise<void>
  /** Throws when the person or the server wants it to stop. */
  check(): Promise<void>
  /**
   * The same as `progress`, inside a transaction of the work, with what a later run goes on from and what is said of it
   * however it ends: all are kept, or none.
   */
  checkpoint(tx: Tx, done: number, at: Record<string, unknown>, said?: Said): Promise<void>
}

export interface Said extends Partial<Pick<TaskRow, 'counts' | 'undoTime'>> {
  /** The person wants it to stop, and it goes on. */
  evenIfCancelled?: true
}

/** The person asked for it. */
export class Cancelled extends Error {}

/** This process is about to end, or another one has the task now. */
export class Interrupted extends Error {}

/** A kind of background task, registered under its name. */
export interface KindOfTask {
  /** A second run does no harm: it begins again, or goes on from its checkpoint. */
  run(work: Work): Promise<Outcome>
  /** Nobody waits for it: its end is told whatever its size. */
  background?: true
}
