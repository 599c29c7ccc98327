/** From a word between nodes to what clients read (contract.md §10.1). */
import { chatNames } from '#model/chatNames.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { notice } from '../db/notify-tables.ts'
import { deliveries, deliveriesInOrder } from '../notify/deliveries.ts'
import { staffOf } from '../people/staff.ts'
import type { Services } from '../kernel/services.ts'
import type { Hub, Line } from './hub.ts'
import type { LiveWord } from '../db/live-words.ts'

type Told = Exclude<LiveWord, { cmd: 'end' | 'rights' | 'row' | 'record' }>

/** Clients ask again what is unread; nothing is announced. */
const RELOAD = JSON.stringify({ cmd: 'topic' })

export async function pass(services: Services, hub: Hub, word: Told): Promise<void> {
  const lines =
    word.cmd === 'user' ? hub.ofUsers(word.to) : [...hub.all()].filter((line) => line.tenant === word.tenant)
  if (!lines.length) return
  if (word.id === undefined) return hub.send(lines, () => RELOAD)
  const noticeId = word.notice ?? word.id
  const [told] = await services.db
    .select({ title: notice.title, tenantId: notice.tenantId })
    .from(notice)
    .where(eq(notice.id, noticeId))
  if (!told) return hub.send(lines, () => RELOAD)
  const staff = word.cmd === 'topic' ? await staffOf(services.db, told.tenantId) : undefined
  const elsewhere = await toldInside(services, noticeId, told.tenantId, lines)
  const text = { msgId: word.id, msgTxt: told.title }
  const topic = JSON.stringify({ cmd: 'topic', ...text })
  await hub.send(lines, (line) => {
    if (staff && !staff.has(line.userId)) return RELOAD
    if (line.tenant !== told.tenantId || elsewhere.has(`${line.userId} ${line.inside}`)) return RELOAD
    return word.cmd === 'topic' ? topic : JSON.stringify({ cmd: 'user', userId: line.userId, ...text })
  })
  const seen = [...new Set(lines.filter((line) => line.tenant === told.tenantId).map(({ userId }) => userId))]
  await markDelivered(services, noticeId, told.tenantId, seen)
}

/** Of the people who sit inside a chat, those the same chat tells: `user chat`. None hears it twice on one device. */
async function toldInside(services: Services, noticeId: string, tenantId: number, lines: readonly Line[]) {
  const inside = [...new Set(lines.filter((line) => line.inside).map(({ userId }) => userId))]
  if (!inside.length) return new Set<string>()
  const rows = await services.db
    .select({ userId: deliveries.userId, channel: deliveries.channel })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.tenantId, tenantId),
        eq(deliveries.noticeId, noticeId),
        inArray(deliveries.userId, inside),
        inArray(deliveries.channel, [...chatNames]),
        inArray(deliveries.state, ['queued', 'delivered', 'opened']),
      ),
    )
  return new Set(rows.map(({ userId, channel }) => `${userId} ${channel}`))
}

async function markDelivered({ db, clock }: Services, noticeId: string, tenantId: number, userIds: readonly string[]) {
  if (!userIds.length) return
  const now = clock.now().toISOString()
  await db
    .update(deliveries)
    .set({ state: 'delivered', deliveredTime: now })
    .where(
      deliveriesInOrder(
        and(
          eq(deliveries.tenantId, tenantId),
          eq(deliveries.noticeId, noticeId),
          eq(deliveries.channel, 'web'),
          eq(deliveries.state, 'sent'),
          inArray(deliveries.userId, [...userIds]),
        ),
      ),
    )
}
