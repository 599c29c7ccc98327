import { eq } from 'drizzle-orm'
import type { Resource, Wire } from '#model/resource.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../db/table.ts'
import { updateRow, type Writing } from '../resource/write.ts'
import { askAgain } from '../jobs/take-up.ts'
import type { Job } from '../kernel/ports/queue.ts'
import type { Services } from '../kernel/services.ts'
import { systemCaller } from '../resource/trail.ts'

/**
 * Locks a record whose payment is under way, lets the work change it, and writes it back as 系统 when its state (`status` when not said) did.
 * Undefined when there is no such record.
 */
export async function inTurn<R extends Resource, T>(
  services: Services,
  {
    resource,
    id,
    what,
    state = 'status',
  }: { resource: R; id: string; what: string; state?: keyof R['fields'] & string },
  work: (writing: Writing, row: Wire<R>) => Promise<T>,
): Promise<{ row: Wire<R>; result: T } | undefined> {
  const table = tableOf<Resource>(resource)
  return services.db.transaction(async (tx) => {
    const [at] = await tx.select({ tenantId: table.tenantId }).from(table).where(eq(table.id, id))
    if (!at) return undefined
    const writing: Writing = { tx, services, caller: systemCaller(Number(at.tenantId)) }
    const before = await findRow(tx, writing.caller, resource, id, true)
    if (!before) return undefined
    const row = structuredClone(before)
    const result = await work(writing, row)
    if (row[state] !== before[state])
      await updateRow(
        { ...writing, mode: 'edit', before, after: row, extras: {} },
        resource,
        `${what}:${String(row[state])}`,
      )
    return { row, result }
  })
}

/**
 * Asking the channel and booking its answer, by one at a time for a record, on all nodes: of two who send a refused refund
 * again one may be told no and the other yes. Who comes second looks again a little later.
 */
export async function alone(
  services: Services,
  { resource, id, job }: { resource: Resource; id: string; job: Job<{ id: string }> },
  work: () => Promise<void>,
): Promise<void> {
  const release = await services.leases.take(`payment ${resource.name} ${id}`)
  if (!release) return services.db.transaction((tx) => askAgain({ tx, services }, job, id))
  try {
    await work()
  } finally {
    await release()
  }
}
