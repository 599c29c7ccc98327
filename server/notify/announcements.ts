/** Announcements: what is saved, released and revoked. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Wire } from '#model/resource.ts'
import { wordsOf } from '#model/richText.ts'
import { resources } from '#resources/index.ts'
import { releaseStates } from '#resources/system/announcement.ts'
import { newId } from '../kernel/id.ts'
import type { Tx } from '../kernel/database.ts'
import type { Services } from '../kernel/services.ts'
import { actionOf, type ActionWork, type Work } from '../resource/action.ts'
import { hookOf, put, type Row } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { instantOf, localTime } from '../resource/write.ts'
import { publish } from '../db/live-words.ts'
import { isStaff } from '../people/staff.ts'
import { wireRow } from '../resource/wire.ts'
import { announcementBeginsJob } from './jobs.ts'
import { settle, tell, type Writing } from './notify.ts'

const { sysAnnouncement, sysAnnouncementSend } = resources
export const announcements = tableOf(sysAnnouncement)
export const sends = tableOf(sysAnnouncementSend)
const users = tableOf(resources.sysUser)

export const REVOKED = '该通知已撤销'
const SUMMARY_LENGTH = 200
const AT_ONCE = 500

/** Between its start and its end, by the clock of the database; `of` is what the statement calls the table. */
export const isInForce = (of: string = sysAnnouncement.table): SQL =>
  sql.raw(
    `((${of}.start_time is null or ${of}.start_time <= now()) and (${of}.end_time is null or ${of}.end_time > now()))`,
  )

/** Where an announcement opens inside the product, from a chat too. */
export const pathOf = (id: string): string => `/isps/userAnnouncement?anntId=${id}`

const csv = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean)

/** Of the newer client's form: whether somebody approves it first, which nobody does here; and whence it took its text. */
const notKept = { izApproval: z.literal(['0', '1', 0, 1, '']).nullish(), msgTemplate: z.string().max(200).nullish() }

export const announcementRules = hookOf(sysAnnouncement, {
  extras: notKept,
  check({ extras }) {
    const izApproval = '公告不经审批，由有权的人直接发布，“是否审批”请选“否”'
    return Promise.resolve(Number(extras.izApproval) ? { izApproval } : undefined)
  },
  forbids: ({ izTop }, _, action) =>
    action === 'pin' && izTop ? '已经置顶' : action === 'unpin' && !izTop ? '没有置顶' : undefined,
  beforeSave({ after }) {
    // The contract's clients cut the last character before they split.
    const ids = after.msgType === 'USER' ? [...new Set(csv(after.userIds))] : []
    after.userIds = ids.length ? `${ids.join(',')},` : null
    return Promise.resolve()
  },
  async words(rows, { services: { db } }) {
    const ids = rows.filter(({ sendStatus }) => sendStatus !== releaseStates.draft).map(({ id }) => id)
    const counted = ids.length
      ? await db
          .select({
            id: sends.anntId,
            receivers: sql<number>`count(*)::int`,
            readers: sql<number>`(count(*) filter (where ${sends.readFlag} = '1'))::int`,
          })
          .from(sends)
          .where(and(inArray(sends.anntId, ids), live(sends)))
          .groupBy(sends.anntId)
      : []
    const byId = new Map(counted.map((one) => [one.id, one]))
    for (const row of rows) {
      const found = byId.get(row.id)
      put(row, { receiverCount: found?.receivers ?? 0, readCount: found?.readers ?? 0 })
    }
  },
})

type Announcement = Wire<typeof sysAnnouncement> & Row

/** The tenant's staff who can sign in; with `ids` only these, whoever they are. */
async function peopleOf(tx: Tx, tenantId: number, ids?: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.status, 1),
        eq(users.delFlag, 0),
        live(users),
        tenantId ? sql`(',' || ${users.relTenantIds} || ',') like ${`%,${tenantId},%`}` : undefined,
        ids ? inArray(users.id, [...ids]) : isStaff(sql`${users.id}`, tenantId),
      ),
    )
    .orderBy(users.id)
  return rows.map(({ id }) => id)
}

/** Unread for everybody who gets it, also when they had read an earlier release. */
async function putBefore({ tx, services, caller }: Work, id: string, tenantId: number, userIds: readonly string[]) {
  for (let from = 0; from < userIds.length; from += AT_ONCE)
    await tx
      .insert(sends)
      .values(
        userIds.slice(from, from + AT_ONCE).map((userId) => ({
          id: newId(),
          tenantId,
          createBy: caller.username,
          createTime: services.clock.now().toISOString(),
          anntId: id,
          userId,
          readFlag: '0',
          starFlag: '0',
        })),
      )
      .onConflictDoUpdate({
        target: [sends.tenantId, sends.userId, sends.anntId],
        targetWhere: live(),
        set: { readFlag: '0', readTime: null },
      })
}

/** Whoever had it of an earlier release and is none of those it is for now has it no longer. */
async function takeBack({ tx, services }: Work, id: string, except: readonly string[]) {
  await tx
    .update(sends)
    .set({ deleteTime: services.clock.now().toISOString() })
    .where(and(eq(sends.anntId, id), live(sends), sql`${sends.userId} <> all(${sql.param([...except])}::text[])`))
}

/** Whether it has its start, or its end, behind it. */
const isPast = (services: Services, time: string | null | undefined): boolean =>
  Boolean(time) && instantOf(services, time!) <= services.clock.now()

/** By its own times alone, which tell who calls people to it for as long as it is released: its release, or its start. */
const waitsForStart = (services: Services, { startTime, sendTime }: Announcement): boolean =>
  Boolean(startTime && sendTime) && instantOf(services, startTime!) > instantOf(services, sendTime!)

async function release(work: Work<Announcement>): Promise<void> {
  const { tx, services, caller, row } = work
  row.sendStatus = releaseStates.released
  row.sender = caller.username
  row.sendTime = localTime(services)
  row.cancelTime = null
  const userIds = await peopleOf(tx, row.tenantId, row.msgType === 'ALL' ? undefined : csv(row.userIds))
  await takeBack(work, row.id, userIds)
  await putBefore(work, row.id, row.tenantId, userIds)
  // Nobody is called to what they cannot see yet, or no more: from its start on it is in the bell.
  if (isPast(services, row.endTime)) return
  if (waitsForStart(services, row)) return whenItStarts(work, row)
  await callTo(work, row, userIds, caller.realname, `v${row.version}`)
}

async function callTo(
  { tx, services }: Writing,
  row: Announcement,
  userIds: readonly string[],
  sender: string,
  which: string,
): Promise<void> {
  const summary = row.msgAbstract?.trim() || wordsOf(row.msgContent ?? '')
  const notice = await tell(
    { tx, services },
    {
      key: `announcement:${row.id}:${which}`,
      kind: 'announcement',
      tenantId: row.tenantId,
      resource: sysAnnouncement.name,
      recordId: row.id,
      title: row.titile,
      summary: summary.slice(0, SUMMARY_LENGTH) || row.titile,
      facts: [{ label: '发布人', text: sender }],
      path: pathOf(row.id),
      to: userIds,
      urgent: row.priority === 'H',
    },
  )
  const about = { id: row.id, ...(notice && { notice }) }
  await publish(
    tx,
    row.msgType === 'ALL' ? { cmd: 'topic', tenant: row.tenantId, ...about } : { cmd: 'user', to: userIds, ...about },
  )
}

/** People are called to it by then. One that is revoked or given another start is looked at again when the time comes. */
export const whenItStarts = (
  { tx, services }: Writing,
  { id, startTime }: Pick<Announcement, 'id' | 'startTime'>,
  key?: string,
): Promise<void> => {
  const ms = startTime ? instantOf(services, startTime).getTime() - services.clock.now().getTime() : 0
  return services.jobs.send(tx, announcementBeginsJob, { id }, { afterSeconds: Math.max(0, Math.ceil(ms / 1000)), key })
}

/** Whoever it is for now, once for each release. */
export const tellBegun = (services: Services, id: string): Promise<void> =>
  services.db.transaction(async (tx) => {
    const [record] = await tx
      .select()
      .from(announcements)
      .where(and(eq(announcements.id, id), live(announcements)))
      .for('update')
    const row = record && (wireRow(sysAnnouncement, record) as Announcement)
    if (row?.sendStatus !== releaseStates.released || !waitsForStart(services, row)) return
    // The clock was put back, or it was released again with another start.
    if (!isPast(services, row.startTime)) return whenItStarts({ tx, services }, row)
    if (isPast(services, row.endTime)) return
    const userIds = await peopleOf(tx, row.tenantId, row.msgType === 'ALL' ? undefined : csv(row.userIds))
    const [sender] = await tx
      .select({ name: users.realname })
      .from(users)
      .where(eq(users.username, row.sender ?? ''))
    await callTo({ tx, services }, row, userIds, String(sender?.name ?? row.sender), `from ${row.sendTime}`)
  })

async function revoke({ tx, services, row }: Work<Announcement>): Promise<void> {
  // Who came later was never told of it, and has it in the bell all the same.
  if (row.msgType === 'ALL') await publish(tx, { cmd: 'topic', tenant: row.tenantId })
  row.sendStatus = releaseStates.revoked
  row.cancelTime = localTime(services)
  await settle({ tx, services }, { resource: sysAnnouncement.name, recordId: row.id, text: REVOKED, good: false })
}

export const announcementActions: readonly ActionWork[] = [
  actionOf(sysAnnouncement, 'release', release),
  actionOf(sysAnnouncement, 'revoke', revoke),
  actionOf(sysAnnouncement, 'pin', async ({ row }) => {
    row.izTop = 1
  }),
  actionOf(sysAnnouncement, 'unpin', async ({ row }) => {
    row.izTop = 0
  }),
]
