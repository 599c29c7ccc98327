import { inArray } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import type { Tx } from '../kernel/database.ts'
import { tableOf, columnOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import type { Job } from '../kernel/ports/queue.ts'

/** How soon whoever is not done yet is asked for again. */
const ASK_AGAIN_SECONDS = 30

/** Of all who want the same record looked at in the same half minute one does it, however many ways lead here. */
const turn = ({ clock }: Services, id: unknown, inSeconds = 0) =>
  `${String(id)} ${Math.floor((clock.now().getTime() / 1000 + inSeconds) / ASK_AGAIN_SECONDS)}`

/** The other side is not done yet. */
export const askAgain = (
  { tx, services }: { tx: Tx; services: Services },
  job: Job<{ id: string }>,
  id: string,
): Promise<void> =>
  services.jobs.send(tx, job, { id }, { afterSeconds: ASK_AGAIN_SECONDS, key: turn(services, id, ASK_AGAIN_SECONDS) })

/**
 * The job of every record whose `state` says that it is under way is queued again: after a restart or a restored backup
 * the queue may know less than the records do, and when something outside was away for long it has given up. Jobs bear to
 * run twice. Answers how many there are.
 */
export async function takeUp(
  services: Services,
  job: Job<{ id: string }>,
  resource: Resource,
  state: string,
  underWay: readonly string[],
): Promise<number> {
  const { db, jobs } = services
  const table = tableOf(resource)
  const open = await db
    .select({ id: table.id })
    .from(table)
    .where(inArray(columnOf(table, state), [...underWay]))
  if (open.length)
    await db.transaction(async (tx) => {
      for (const { id } of open) await jobs.send(tx, job, { id: String(id) }, { key: turn(services, id), once: true })
    })
  return open.length
}
