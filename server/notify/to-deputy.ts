/** What somebody away has open goes to their deputy: one item as it is, several in one message. */
import { TODO } from '#model/addresses.ts'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../kernel/database.ts'
import { publish } from '../db/live-words.ts'
import { deputy, notice } from '../db/notify-tables.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { instantOf } from '../resource/write.ts'
import { addDeliveries, deliveries, deliveriesInOrder, type Notice, type Writing } from './deliveries.ts'
import { deputyOf } from '../people/deputy.ts'
import { handOver, type Known } from './hand-over.ts'
import { leaveBeginsJob, tellDeputyJob, type Standing } from './jobs.ts'
import type { NoticeKind } from './kinds.ts'
import { tell } from './notify.ts'
import { routesOf } from './routing.ts'

const MOST_NAMED = 5
const MERGED = '已合并为一条代理消息'

const secondsUntil = (services: Services, time: string): number =>
  Math.ceil((instantOf(services, time).getTime() - services.clock.now().getTime()) / 1000)

/** What is open by then is handed over. An entry that is moved or taken back is looked at again when the time comes. */
export const whenItBegins = (
  { tx, services }: Writing,
  { id, beginTime }: { id: string; beginTime: string },
  key?: string,
): Promise<void> => {
  const afterSeconds = Math.max(0, secondsUntil(services, beginTime))
  return services.jobs.send(tx, leaveBeginsJob, { id }, { afterSeconds, key })
}

/** The leave begins: everything that waits for the person waits for the deputy too, also what they have looked at. */
export async function handOverAll(services: Services, entryId: string): Promise<void> {
  const [entry] = await services.db.select().from(deputy).where(eq(deputy.id, entryId))
  if (!entry) return
  // Moved since, or the clock was put back.
  if (secondsUntil(services, entry.beginTime) > 0)
    return services.db.transaction((tx) => whenItBegins({ tx, services }, entry))
  const open = await services.db
    .selectDistinct({ id: notice.id })
    .from(notice)
    .innerJoin(deliveries, eq(deliveries.noticeId, notice.id))
    .where(
      and(
        eq(notice.tenantId, entry.tenantId),
        eq(notice.state, 'open'),
        eq(deliveries.tenantId, entry.tenantId),
        eq(deliveries.userId, entry.userId),
      ),
    )
  // Each in its own transaction: whoever decides one of them waits for that one only.
  for (const { id } of open)
    await services.db.transaction(async (tx) => {
      const [told] = await tx.select().from(notice).where(eq(notice.id, id)).for('update')
      if (told?.state !== 'open') return
      await handOver({ tx, services }, told, await receiversOf(tx, told), [entry.userId])
    })
}

const receiversOf = async (tx: Tx, told: Notice): Promise<Known> =>
  await tx
    .select({ userId: deliveries.userId, cause: deliveries.cause })
    .from(deliveries)
    .where(and(eq(deliveries.tenantId, told.tenantId), eq(deliveries.noticeId, told.id)))

/** The job: one message about what has gathered. */
export async function tellDeputy(services: Services, { tenantId, principalId, deputyId }: Standing): Promise<void> {
  await services.db.transaction(async (tx) => {
    const writing = { tx, services }
    const mine = and(
      eq(deliveries.tenantId, tenantId),
      eq(deliveries.userId, deputyId),
      eq(deliveries.principalId, principalId),
      eq(deliveries.channel, 'web'),
      eq(deliveries.cause, 'deputy'),
      eq(deliveries.state, 'queued'),
    )
    const now = services.clock.now()
    if ((await deputyOf(tx, principalId, tenantId, now)) !== deputyId) {
      const [ahead] = await tx
        .select({ beginTime: deputy.beginTime })
        .from(deputy)
        .where(
          and(
            eq(deputy.tenantId, tenantId),
            eq(deputy.userId, principalId),
            eq(deputy.deputyId, deputyId),
            gt(deputy.beginTime, now.toISOString()),
          ),
        )
        .orderBy(asc(deputy.beginTime))
        .limit(1)
      // The clock was put back, or they are named for another time instead. What is noted down for a deputy is noted down
      // once, so it waits for them.
      if (ahead) {
        const afterSeconds = secondsUntil(services, ahead.beginTime)
        await services.jobs.send(tx, tellDeputyJob, { tenantId, principalId, deputyId }, { afterSeconds })
        return
      }
      // Named no more, or no longer of this tenant: what is not said yet is nothing to them.
      await set(tx, mine, { state: 'cancelled', reason: '代理已结束' })
      return
    }
    const rows = (await tx
      .select({ id: deliveries.id, noticeId: deliveries.noticeId })
      .from(deliveries)
      .where(mine)
      .orderBy(deliveries.id)
      .for('update')) as { id: string; noticeId: string }[]
    if (!rows.length) return
    const ids = rows.map(({ noticeId }) => noticeId)
    const told = await tx.select().from(notice).where(inArray(notice.id, ids)).orderBy(notice.id)
    const at = now.toISOString()
    const [only] = told
    if (only && told.length === 1) {
      await set(tx, mine, { state: 'sent', attempts: 1, sentTime: at })
      const routes = await routesOf({ db: tx, services }, only.kind as NoticeKind, [deputyId], tenantId)
      const chats = (routes.get(deputyId) ?? []).slice(0, 1)
      await addDeliveries(
        writing,
        only,
        chats.map((address) => ({ userId: deputyId, ...address, cause: 'deputy', principalId })),
      )
      await publish(tx, { cmd: 'user', id: only.id, to: [deputyId] })
      return
    }
    await set(tx, mine, { state: 'cancelled', reason: MERGED })
    const who = await nameOf(tx, principalId)
    const named = told.slice(0, MOST_NAMED).map(({ title, summary }) => ({ label: title, text: summary }))
    await tell(writing, {
      key: `deputy:${tenantId}:${principalId}:${deputyId}:${told.at(-1)?.id}`,
      kind: 'todo',
      closes: false,
      tenantId,
      title: `代 ${who} 处理 ${told.length} 件待办`,
      summary: `${who} 请假期间由您处理${told.length > MOST_NAMED ? `，另有 ${told.length - MOST_NAMED} 件在待办中` : ''}`,
      facts: named,
      path: TODO,
      to: [deputyId],
      urgent: told.some(({ urgent }) => urgent),
    })
  })
}

const set = (tx: Tx, where: ReturnType<typeof and>, values: Record<string, unknown>) =>
  tx.update(deliveries).set(values).where(deliveriesInOrder(where))

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const users = tableOf(resources.sysUser)
  const [row] = await tx.select({ realname: users.realname }).from(users).where(eq(users.id, userId))
  return String(row?.realname ?? userId)
}
