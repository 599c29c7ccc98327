/** 对账: books that must agree are compared, and what does not agree is told and cleared. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { menuUrl } from '#resources/menu.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../../db/only-row.ts'
import { differenceStates } from '#resources/finance/reconcileDifference.ts'
import { route, said } from '../../kernel/route.ts'
import { recordDifference, type Difference } from '../../money/difference.ts'
import { differencesOf } from '../../money/reconcile.ts'
import { systemCaller } from '../../resource/trail.ts'
import { tell } from '../../notify/notify.ts'
import { actionOf, type ActionWork } from '../../resource/action.ts'
import { put, type Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { localTime, type Writing } from '../../resource/write.ts'
import type { Services } from '../../kernel/services.ts'
import { decidersOf } from '../approval/deciders.ts'
import { job } from '../../kernel/ports/queue.ts'

const { reconcileDifference, sysTenant } = resources
const differences = tableOf(reconcileDifference)
const tenants = tableOf(sysTenant)

const about = (tenantId: number) => ({
  tenantId,
  resource: reconcileDifference.name,
  path: menuUrl(reconcileDifference),
  kind: 'result' as const,
})

/** Whoever may clear them; answers who that is. */
async function tellFound(
  writing: Writing,
  tenantId: number,
  key: string,
  title: string,
  made: readonly Row[],
): Promise<string[]> {
  const people = made.length ? await decidersOf(writing, reconcileDifference, onlyRow(made), 'clear') : []
  const to = people.map(({ userId }) => userId)
  const facts = made.slice(0, 5).map((row) => ({ label: String(row.bizNo), text: `${String(row.difference)} 元` }))
  await tell(writing, { ...about(tenantId), key, title, summary: '请逐条核实并写明处理说明', facts, to })
  return to
}

/** The job behind a difference that was found while something was done, not by comparing. */
export const tellDifference = (services: Services, id: string): Promise<void> =>
  services.db.transaction(async (tx) => {
    const [at] = await tx.select({ tenantId: differences.tenantId }).from(differences).where(eq(differences.id, id))
    const tenantId = Number(at?.tenantId)
    const writing: Writing = { tx, services, caller: systemCaller(tenantId) }
    const row = at && (await findRow(tx, writing.caller, reconcileDifference, id))
    if (row) await tellFound(writing, tenantId, `difference ${id}`, String(row.detail), [row])
  })

/**
 * Compares one tenant's books; new differences are told to whoever may clear them. Resolves to how many are new. What one side
 * could not be asked for keeps no other from being recorded; its reason is thrown when they are.
 */
export async function reconcile(services: Services, tenantId: number, askedBy?: string): Promise<number> {
  const failures: unknown[] = []
  const found = await differencesOf(services, tenantId, (error) => failures.push(error))
  const made = await record(services, tenantId, found, failures.length ? undefined : askedBy)
  if (failures.length) throw failures[0]
  return made
}

const record = (
  services: Services,
  tenantId: number,
  found: readonly Difference[],
  askedBy?: string,
): Promise<number> =>
  services.db.transaction(async (tx) => {
    // Two nodes that compare at the same time write one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`reconcile ${tenantId}`}))`)
    const writing: Writing = { tx, services, caller: systemCaller(tenantId) }
    const made: Row[] = []
    for (const one of found) {
      const row = await recordDifference(writing, tenantId, one)
      if (row) made.push(row)
    }
    const key = `reconcile ${tenantId} ${services.clock.now().getTime()}`
    const people = await tellFound(writing, tenantId, key, `对账发现 ${made.length} 处差异`, made)
    if (askedBy && !people.includes(askedBy))
      await tell(writing, {
        ...about(tenantId),
        key: `${key} asked`,
        title: '对账完成',
        summary: `新发现差异 ${made.length} 处`,
        facts: [],
        to: [askedBy],
      })
    return made.length
  })

/** The nightly work: every tenant, one after the other; the first reason is thrown when all the others are done. */
export async function reconcileAll(services: Services): Promise<number> {
  const rows = await services.db.select({ id: tenants.id }).from(tenants).where(live(tenants))
  const failures: unknown[] = []
  let total = 0
  for (const { id } of rows)
    try {
      total += await reconcile(services, Number(id))
    } catch (error) {
      services.log.warn({ err: error, tenantId: id }, '对账没有完成')
      failures.push(error)
    }
  if (failures.length) throw failures[0]
  return total
}

/** Behind the button. */
export const reconcileJob = job<{ tenantId: number; userId: string }>('reconcile')

const clear = actionOf(reconcileDifference, 'clear', async ({ row, services, caller, reason }) => {
  put(row, {
    status: differenceStates.cleared,
    handlerId: caller.userId,
    clearTime: localTime(services),
    clearReason: reason,
  })
})

export const reconcileWorks: readonly ActionWork[] = [clear]

export const reconcileRoutes = [
  route({
    method: 'POST',
    path: `${reconcileDifference.path}/run`,
    permission: 'rental:reconcileDifference:run',
    summary: '立即对账：在后台核对，完成后通知',
    tag: reconcileDifference.label,
    body: z.strictObject({}),
    handler: async ({ services, caller }) => {
      await services.db.transaction((tx) =>
        services.jobs.send(tx, reconcileJob, { tenantId: caller.tenantId, userId: caller.userId }),
      )
      return said('已开始对账，完成后通知您')
    },
  }),
]
