import { inArray } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { tableOf } from '../resource/table.ts'
import type { Services } from '../services.ts'
import type { JobName } from './queue.ts'

/**
 * After a restart or a restored backup the queue may know less than the records do: the job of every record whose `state`
 * says that it is under way is queued again. Jobs bear to run twice.
 */
export async function takeUp(
  { db, jobs }: Services,
  job: JobName,
  resource: Resource,
  state: string,
  underWay: readonly string[],
): Promise<void> {
  const table = tableOf(resource)
  const open = await db
    .select({ id: table.id! })
    .from(table)
    .where(inArray(table[state]!, [...underWay]))
  if (open.length)
    await db.transaction(async (tx) => {
      for (const { id } of open) await jobs.send(tx, job, { id })
    })
}
