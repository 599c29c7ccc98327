/** What one person was told: announcements and system messages, in the words of the contract (§6.9, §6.10). */
import { sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { releaseStates } from '#resources/system/announcement.ts'
import { hasPart } from '../db/held-text.ts'
import type { Database } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { live } from '../db/live.ts'
import { isReadOnly } from '../db/sql-state.ts'
import type { Caller } from '../kernel/caller.ts'
import { SYSTEM } from '../resource/trace.ts'
import { tableOf } from '../db/table.ts'
import { announcements, isInForce, sends } from './announcements.ts'
import { deliveries, deliveriesInOrder } from './deliveries.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'
import { isStaff } from '../people/staff.ts'
import { escapeHtml } from './escape-html.ts'

const users = tableOf(resources.sysUser)

/** A row of "my messages" (AnnouncementSendModel). `id` is that of the sending, `anntId` that of what was sent. */
export interface Message {
  id: string
  anntId: string
  userId: string
  titile: string
  msgContent: string
  msgAbstract: string | null
  msgCategory: string
  msgType: string
  sender: string
  sender_dictText: string
  priority: string
  sendTime: string
  sendStatus: string
  readFlag: '0' | '1'
  starFlag: string
  busType: string | null
  busId: string | null
  openType: string | null
  openPage: string | null
  /** Paths of what is attached, comma-joined. */
  files: string | null
  /** 1 stands before all others. */
  izTop: number
  visitsNum: number | null
}

interface Raw extends Omit<Message, 'msgContent'> {
  content: string | null
  outcome: string | null
  facts: { label: string; text: string }[] | null
}

const bellKinds = Object.entries(noticeKinds).flatMap(([kind, { bell }]) => (bell ? [kind] : []))
const priorityOf = sql`case ${sql.raw('n.kind')} ${sql.join(
  bellKinds.map((kind) => sql`when ${kind} then ${noticeKinds[kind as NoticeKind].priority}`),
  sql` `,
)} else 'L' end`

/** Two sources, one shape: announcements in force, and notices of the bell. */
const mine = (caller: Caller): SQL => sql`(
  select s.id, a.id as "anntId", s.user_id as "userId", a.titile, a.msg_content as content, null as outcome,
    null::jsonb as facts, a.msg_abstract as "msgAbstract", a.msg_category as "msgCategory", a.msg_type as "msgType",
    a.sender, coalesce(u.realname, a.sender) as "sender_dictText", a.priority, a.send_time as "sendTime",
    a.send_status as "sendStatus", case when s.read_flag = '1' then '1' else '0' end as "readFlag",
    coalesce(s.star_flag, '0') as "starFlag", a.bus_type as "busType", a.bus_id as "busId",
    a.open_type as "openType", a.open_page as "openPage",
    a.files, coalesce(a.iz_top, 0) as "izTop", a.visits_num as "visitsNum"
  from ${sends} s
  join ${announcements} a on a.id = s.annt_id and a.send_status = ${releaseStates.released} and ${live('a')}
    and ${isInForce('a')}
  left join ${users} u on u.username = a.sender and ${live('u')}
  where s.user_id = ${caller.userId} and s.tenant_id = ${caller.tenantId} and ${live('s')}
  union all
  select d.id, n.id, d.user_id, n.title, n.summary, n.outcome, n.facts, coalesce(n.outcome, n.summary), '2', 'USER',
    ${SYSTEM}, '系统', ${priorityOf}, d.create_time, '1',
    case when coalesce(d.read_time, d.opened_time, d.decided_time) is null then '0' else '1' end,
    '0', n.resource, n.record_id, 'url', n.path, null, 0, null
  from ${deliveries} d
  join sys_notice n on n.id = d.notice_id
  where d.user_id = ${caller.userId} and d.tenant_id = ${caller.tenantId} and d.channel = 'web'
    and ${live('d')} and not (d.cause = 'deputy' and d.state in ('queued', 'cancelled')) and d.kind in (${sql.join(
      bellKinds.map((kind) => sql`${kind}`),
      sql`, `,
    )})
) m`

function shaped({ content, outcome, facts, ...rest }: Raw): Message {
  return {
    ...rest,
    msgContent: rest.sender === SYSTEM && facts ? noticeHtml(content, outcome, facts) : (content ?? ''),
  }
}

const noticeHtml = (summary: string | null, outcome: string | null, facts: { label: string; text: string }[]) =>
  [
    outcome && `<p><strong>${escapeHtml(outcome)}</strong></p>`,
    `<p>${escapeHtml(summary ?? '')}</p>`,
    facts.length &&
      `<ul>${facts.map(({ label, text }) => `<li>${escapeHtml(label)}：${escapeHtml(text)}</li>`).join('')}</ul>`,
  ]
    .filter(Boolean)
    .join('')

export interface MessageFilter {
  titile?: string
  sender?: string
  readFlag?: string
  msgCategory?: string
  busType?: string
  starFlag?: string
  /** What the newer client calls 消息类型: an announcement is `system`, what a record's course brought is `flow`. */
  noticeType?: string
  /** Local times of the platform, `YYYY-MM-DD HH:mm:ss`, both included. */
  from?: string
  until?: string
  /** Ids of the sending, or of what was sent. */
  sendId?: string
  anntId?: string
  /** Either of them. */
  id?: string
}

const has = (column: SQL, text: string) => hasPart(column, text.replaceAll('*', ''))

const conditions: { [K in keyof Required<MessageFilter>]: (value: string) => SQL } = {
  titile: (value) => has(sql`m.titile`, value),
  sender: (value) => sql`(${has(sql`m.sender`, value)} or ${has(sql`m."sender_dictText"`, value)})`,
  readFlag: (value) => sql`m."readFlag" = ${value}`,
  msgCategory: (value) => sql`m."msgCategory" = ${value}`,
  busType: (value) => sql`m."busType" = ${value}`,
  starFlag: (value) => sql`m."starFlag" = ${value}`,
  noticeType: (value) => sql`case when m.sender = ${SYSTEM} then 'flow' else 'system' end = ${value}`,
  from: (value) => sql`m."sendTime" >= ${value}::timestamptz`,
  until: (value) => sql`m."sendTime" <= ${value}::timestamptz`,
  sendId: (value) => sql`m.id = ${value}`,
  anntId: (value) => sql`m."anntId" = ${value}`,
  id: (value) => sql`(m.id = ${value} or m."anntId" = ${value})`,
}

function where(filter: MessageFilter): SQL {
  const given = Object.entries(filter).filter((entry): entry is [keyof MessageFilter, string] => Boolean(entry[1]))
  return given.length
    ? sql.join(
        given.map(([name, value]) => conditions[name](value)),
        sql` and `,
      )
    : sql`true`
}

interface Page {
  size: number
  offset: number
}
/** Newest first alone: whoever marks what they read as they go would otherwise pass over some. */
type Order = 'unread' | 'newest'

async function recordsOf(db: Database, caller: Caller, filter: MessageFilter, page: Page, order: Order) {
  const { rows } = await db.execute(
    sql`select * from ${mine(caller)} where ${where(filter)}
      order by m."izTop" desc, ${order === 'unread' ? sql`m."readFlag", ` : sql``}m."sendTime" desc, m.id desc limit ${page.size} offset ${page.offset}`,
  )
  return (rows as unknown as Raw[]).map(shaped)
}

/** What is pinned first; then unread first, newest first. */
export async function messagesOf(
  db: Database,
  caller: Caller,
  filter: MessageFilter,
  page: Page,
  order: Order = 'unread',
): Promise<{ records: Message[]; total: number }> {
  const [records, count] = await Promise.all([
    recordsOf(db, caller, filter, page, order),
    db.execute(sql`select count(*)::int as total from ${mine(caller)} where ${where(filter)}`),
  ])
  return { records, total: (count.rows[0] as { total: number }).total }
}

/** The first of them; nobody asks how many there are. */
export async function messageOf(db: Database, caller: Caller, filter: MessageFilter): Promise<Message | undefined> {
  return (await recordsOf(db, caller, filter, { size: 1, offset: 0 }, 'unread'))[0]
}

/** Announcements to all that were released before this person joined the staff: theirs too, while they are in force. */
export async function receiveEarlier(db: Database, caller: Caller, now: Date): Promise<void> {
  const missing = await db.execute<{ id: string }>(sql`
    select a.id from ${announcements} a
    where a.tenant_id = ${caller.tenantId} and a.msg_type = 'ALL' and a.send_status = ${releaseStates.released} and ${live('a')}
      and ${isStaff(sql`${caller.userId}`, caller.tenantId)}
      and (a.end_time is null or a.end_time >= (select u.create_time from ${users} u where u.id = ${caller.userId}))
      and not exists (select 1 from ${sends} s where s.tenant_id = a.tenant_id and s.user_id = ${caller.userId}
        and s.annt_id = a.id and ${live('s')})
    limit 500`)
  if (!missing.rows.length) return
  try {
    await db
      .insert(sends)
      .values(
        missing.rows.map(({ id }) => ({
          id: newId(),
          tenantId: caller.tenantId,
          createBy: SYSTEM,
          createTime: now.toISOString(),
          anntId: id,
          userId: caller.userId,
          readFlag: '0',
          starFlag: '0',
        })),
      )
      .onConflictDoNothing()
  } catch (error) {
    // On a full disk people still read what they have.
    if (!isReadOnly(error)) throw error
  }
}

/** What is still to come is not read with what is there. */
const isThere = sql`annt_id in (select id from ${announcements} where ${isInForce()})`

/** False when this person was not sent it. */
export async function markRead(db: Database, caller: Caller, anntId: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const marked = await db.execute(sql`
    with read as (
      update ${sends} set read_flag = '1', read_time = coalesce(read_time, ${at}::timestamptz)
      where tenant_id = ${caller.tenantId} and user_id = ${caller.userId} and annt_id = ${anntId} and ${live()}
        and ${isThere}
      returning id),
    opened as (
      update ${deliveries} set read_time = coalesce(read_time, ${at}::timestamptz),
        opened_time = coalesce(opened_time, ${at}::timestamptz), update_time = ${at}::timestamptz,
        state = case when state in ('sent', 'delivered') then 'opened' else state end
      where ${deliveriesInOrder(sql`tenant_id = ${caller.tenantId} and user_id = ${caller.userId} and channel = 'web'
        and (notice_id = ${anntId} or resource = 'sysAnnouncement' and record_id = ${anntId}) and ${live()}`)}
      returning id)
    select (select count(*) from read) + (select count(*) from opened) as marked`)
  return Number((marked.rows[0] as { marked: unknown }).marked) > 0
}

/** Waved away: no longer counted by the bell. That is not opened; what is urgent still looks for another way. */
export const markAllRead = (db: Database, caller: Caller, now: Date): Promise<void> => wave(db, caller, now)

/** The same of some, by what was sent: they stood in a list, which opens nothing. */
export const markListed = (db: Database, caller: Caller, anntIds: readonly string[], now: Date): Promise<void> =>
  wave(db, caller, now, anntIds)

async function wave(db: Database, caller: Caller, now: Date, anntIds?: readonly string[]): Promise<void> {
  const at = now.toISOString()
  const given = anntIds && sql`any(${sql.param(anntIds)}::text[])`
  await db.execute(sql`
    with read as (
      update ${sends} set read_flag = '1', read_time = ${at}::timestamptz
      where tenant_id = ${caller.tenantId} and user_id = ${caller.userId} and coalesce(read_flag, '0') <> '1'
        and ${live()} and ${isThere} ${given ? sql`and annt_id = ${given}` : sql``})
    update ${deliveries} set read_time = ${at}::timestamptz
    where ${deliveriesInOrder(sql`tenant_id = ${caller.tenantId} and user_id = ${caller.userId} and channel = 'web'
      and read_time is null and ${live()}
      ${given ? sql`and (notice_id = ${given} or resource = 'sysAnnouncement' and record_id = ${given})` : sql``}`)}`)
}
