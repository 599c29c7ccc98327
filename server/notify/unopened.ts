/** Who did not open an urgent notice is reached another way: the next chat, then the deputy. */
import { and, eq, sql } from 'drizzle-orm'
import { notice } from '../db/notify-tables.ts'
import { readConfig } from '../resource/config.ts'
import type { Services } from '../kernel/services.ts'
import { addDeliveries, deliveries, UNOPENED, type Notice, type Receiver, type Writing } from './deliveries.ts'
import { handOver } from './hand-over.ts'
import type { NoticeKind } from './kinds.ts'
import { quietHoursOf, quietUntil, type QuietHours } from './quiet.ts'
import { routesOf } from './routing.ts'
import { unopenedJob } from './jobs.ts'

/** Jobs are counted in whole seconds; a row this much younger than the limit has waited long enough. */
const SLACK_MS = 5000

/** Seconds until the next way is tried. */
async function patience({ tx }: Pick<Writing, 'tx'>, tenantId: number): Promise<number> {
  const minutes = Number((await readConfig(tx, tenantId))['notice.unopenedMinutes'])
  return (Number.isFinite(minutes) && minutes > 0 ? minutes : 15) * 60
}

export async function watchUnopened(
  writing: Writing,
  told: Pick<Notice, 'id' | 'tenantId'>,
  key?: string,
): Promise<void> {
  const afterSeconds = await patience(writing, told.tenantId)
  await writing.services.jobs.send(writing.tx, unopenedJob, { notice: told.id }, { afterSeconds, key })
}

/** One round over a notice. As long as somebody could still be reached another way, there will be a next round. */
export async function reachUnopened(services: Services, noticeId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const writing = { tx, services }
    const [told] = await tx.select().from(notice).where(eq(notice.id, noticeId)).for('update')
    if (told?.state !== 'open') return
    const rows = (await tx
      .select({
        userId: deliveries.userId,
        state: deliveries.state,
        cause: deliveries.cause,
        // Times arrive as local text.
        createdMs: sql<number>`extract(epoch from ${deliveries.createTime})::float8 * 1000`,
      })
      .from(deliveries)
      .where(and(eq(deliveries.tenantId, told.tenantId), eq(deliveries.noticeId, told.id)))) as DeliveryRow[]
    const before = services.clock.now().getTime() - (await patience(writing, told.tenantId)) * 1000 + SLACK_MS
    const silent = new Set<string>()
    let waiting = false
    // Nobody is expected to look at what may not reach them yet: their time begins when their quiet hours end.
    const hours = told.urgent
      ? new Map<string, QuietHours>()
      : await quietHoursOf(tx, told.tenantId, [...new Set(rows.map((row) => row.userId))])
    for (const userId of new Set(rows.map((row) => row.userId))) {
      const mine = rows.filter((row) => row.userId === userId)
      if (!mine.every((row) => [...UNOPENED, 'failed'].includes(row.state))) continue
      // A deputy who was told nothing yet is not silent.
      if (mine.every((row) => row.cause === 'deputy' && row.state === 'queued')) {
        waiting = true
        continue
      }
      const since = Math.max(...mine.map((row) => row.createdMs))
      const last = quietUntil(services, hours.get(userId), new Date(since))?.getTime() ?? since
      if (last <= before) silent.add(userId)
      else waiting = true
    }
    const left = await reachElsewhere(writing, told, [...silent], 'unopened')
    const deputies = await handOver(writing, told, rows, left)
    if (waiting || deputies || left.length < silent.size) await watchUnopened(writing, told)
  })
}

/** Sends it by the next chat each person has. Returns those who have none left. */
export async function reachElsewhere(
  writing: Writing,
  told: Notice,
  userIds: readonly string[],
  cause: Receiver['cause'],
): Promise<string[]> {
  if (!userIds.length) return []
  const { tx, services } = writing
  const routes = await routesOf({ db: tx, services }, told.kind as NoticeKind, userIds, told.tenantId)
  const used = await tx
    .select({ userId: deliveries.userId, channel: deliveries.channel })
    .from(deliveries)
    .where(and(eq(deliveries.tenantId, told.tenantId), eq(deliveries.noticeId, told.id)))
  const isUsed = new Set(used.map(({ userId, channel }) => `${userId} ${channel}`))
  const next = userIds.flatMap((userId): Receiver[] =>
    (routes.get(userId) ?? [])
      .filter(({ channel }) => !isUsed.has(`${userId} ${channel}`))
      .slice(0, 1)
      .map((address) => ({ userId, ...address, cause })),
  )
  const reached = new Set((await addDeliveries(writing, told, next)).map(({ userId }) => userId))
  return userIds.filter((userId) => !reached.has(userId))
}

interface DeliveryRow {
  userId: string
  state: string
  cause: string
  createdMs: number
}
