/** 对账: what does not agree becomes a record that somebody must clear. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { fromHundredths } from '#model/money.ts'
import { menuUrl } from '#resources/menu.ts'
import { resources } from '#resources/index.ts'
import { route, said } from '../http/route.ts'
import { differencesOf, type Difference } from '../money/reconcile.ts'
import { systemCaller } from '../money/trail.ts'
import { tell } from '../notify/notify.ts'
import { actionOf, type ActionWork } from '../resource/action.ts'
import type { Row } from '../resource/hooks.ts'
import { tableOf } from '../resource/table.ts'
import { insertRow, localTime, newRow, type Writing } from '../resource/write.ts'
import type { Services } from '../services.ts'
import { decidersOf } from './approval/deciders.ts'

const { reconcileDifference, sysTenant } = resources
const differences = tableOf(reconcileDifference)
const tenants = tableOf(sysTenant)

/** pb_difference_status. */
const OPEN = '0'
const CLEARED = '1'

/** The record of this difference: the open one is brought up to date, one cleared with the same figures stays cleared. */
async function record(writing: Writing, tenantId: number, found: Difference): Promise<Row | undefined> {
  const { tx, services } = writing
  const now = localTime(services)
  const { expected, actual } = found
  const figures = { expected, actual, difference: actual - expected, detail: found.detail, lastTime: now }
  const [last] = await tx
    .select({
      id: differences.id!,
      status: differences.status!,
      expected: differences.expected!,
      actual: differences.actual!,
    })
    .from(differences)
    .where(
      and(
        eq(differences.tenantId!, tenantId),
        eq(differences.kind!, found.kind),
        eq(differences.bizNo!, found.bizNo),
        isNull(differences.deleteTime!),
      ),
    )
    .orderBy(desc(differences.createTime!), desc(differences.id!))
    .limit(1)
  const same = last?.expected === expected && last.actual === actual
  if (last && (last.status === OPEN || same)) {
    await tx
      .update(differences)
      .set(last.status === OPEN ? figures : { lastTime: now })
      .where(eq(differences.id!, last.id))
    return undefined
  }
  const row = newRow(writing, reconcileDifference, {
    ...found,
    expected: fromHundredths(expected),
    actual: fromHundredths(actual),
    difference: fromHundredths(actual - expected),
    foundTime: now,
    lastTime: now,
  })
  await insertRow({ ...writing, mode: 'add', after: row, extras: {} }, reconcileDifference)
  return row
}

/** Compares one tenant's books; new differences are told to whoever may clear them. Resolves to how many are new. */
export async function reconcile(services: Services, tenantId: number, askedBy?: string): Promise<number> {
  const found = await differencesOf(services, tenantId)
  return services.db.transaction(async (tx) => {
    // Two nodes that compare at the same time write one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`reconcile ${tenantId}`}))`)
    const writing: Writing = { tx, services, caller: systemCaller(tenantId) }
    const made: Row[] = []
    for (const one of found) {
      const row = await record(writing, tenantId, one)
      if (row) made.push(row)
    }
    const key = `reconcile ${tenantId} ${services.clock.now().getTime()}`
    const common = {
      tenantId,
      resource: reconcileDifference.name,
      path: menuUrl(reconcileDifference),
      kind: 'result' as const,
    }
    const people = made.length ? await decidersOf(writing, reconcileDifference, made[0]!, 'clear') : []
    const facts = made.slice(0, 5).map((row) => ({ label: String(row.bizNo), text: `${String(row.difference)} 元` }))
    await tell(writing, {
      ...common,
      key,
      title: `对账发现 ${made.length} 处差异`,
      summary: '请逐条核实并写明处理说明',
      facts,
      to: people.map(({ userId }) => userId),
    })
    if (askedBy && !people.some(({ userId }) => userId === askedBy))
      await tell(writing, {
        ...common,
        key: `${key} asked`,
        title: '对账完成',
        summary: `新发现差异 ${made.length} 处`,
        facts: [],
        to: [askedBy],
      })
    return made.length
  })
}

/** The nightly work: every tenant, one after the other. */
export async function reconcileAll(services: Services): Promise<number> {
  const rows = await services.db.select({ id: tenants.id! }).from(tenants).where(isNull(tenants.deleteTime!))
  let total = 0
  for (const { id } of rows) total += await reconcile(services, Number(id))
  return total
}

/** The job behind the button. */
export async function reconcileJob(services: Services, { tenantId, userId }: Row): Promise<void> {
  await reconcile(services, Number(tenantId), String(userId))
}

const clear = actionOf(reconcileDifference, 'clear', async ({ row, services, caller, reason }) => {
  Object.assign(row, {
    status: CLEARED,
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
        services.jobs.send(tx, 'reconcile', { tenantId: caller.tenantId, userId: caller.userId }),
      )
      return said('已开始对账，完成后通知您')
    },
  }),
]
