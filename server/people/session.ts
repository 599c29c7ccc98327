/** Who asks. The only place that reads a token; everything else sees a Caller. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { pageKeyText } from '#model/handed.ts'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { ACCESS_VERSION } from '../db/access-version.ts'
import { askedTogether } from '../db/asked-together.ts'
import { endedRights } from '../db/ended-rights.ts'
import { session } from '../db/tables.ts'
import type { Services } from '../kernel/services.ts'
import { accessOf, openTenantsOf, personById, type Access, type Person } from './access.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, passwordDue, tokenInvalid } from '../kernel/errors.ts'
import { hostOf } from '../kernel/host.ts'
import { keepNewest } from '../kernel/keep-newest.ts'
import { markKey, rightMarks } from './right-marks.ts'

export const SESSION_DAYS = 7
/** One write a minute of somebody who works, so that 最近活动 of 在线用户 is no older. */
const SLIDE_AFTER_MS = 60_000
/** Rights are remembered under their version, so this only bounds what changes by the clock alone: a tenant's last day. */
const REMEMBER_MS = 10_000
const REMEMBER_MOST = 5000

const TOKEN = /^[A-Za-z0-9._-]{16,200}$/
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const pageKeyOf = (token: string) => createHash('md5').update(pageKeyText(token)).digest('hex')
const ended = (why?: string | null) => tokenInvalid(`Token失效，请重新登录!${why ? `（${why}）` : ''}`)

/** Clients show the login page on 401; the sentence says why. */
export const reasons = {
  ...endedRights,
  empty: 'token为空!',
  illegal: 'Token非法无效!',
  passwordChanged: '密码已修改',
  kicked: '当前账号已被管理员强制下线',
  viewOver: '您不能再看作此人',
  elsewhere: '您已在另一台设备上退出此处的登录',
} as const

export interface SessionStart {
  id?: string
  userId: string
  tenantId: number
  orgCode: string | null
  ip: string
  userAgent?: string
  /** Opened with a password that somebody else knows. */
  mustChangePassword?: boolean
  /** The chat it is opened through, and the corporation there. */
  chat?: string
  corpId?: string
  /** Somebody looks as this person, from that session of theirs and no longer than so many ms. */
  viewer?: { userId: string; sessionId: string; forMs: number }
}

/** A new session; the token is known to the client only, the database keeps its hash. */
export async function openSession(services: Services, tx: Tx | Database, start: SessionStart): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = services.clock.now()
  await tx.insert(session).values({
    id: start.id ?? newId(),
    tokenHash: hashOf(token),
    pageKeyHash: hashOf(pageKeyOf(token)),
    userId: start.userId,
    tenantId: start.tenantId,
    orgCode: start.orgCode,
    host: hostOf(start.userAgent),
    ip: start.ip,
    userAgent: start.userAgent?.slice(0, 300),
    chat: start.chat,
    corpId: start.corpId,
    mustChangePassword: start.mustChangePassword ?? false,
    createTime: now.toISOString(),
    seenTime: now.toISOString(),
    expireTime: new Date(now.getTime() + (start.viewer?.forMs ?? SESSION_DAYS * 86_400_000)).toISOString(),
    viewerId: start.viewer?.userId,
    viewerSessionId: start.viewer?.sessionId,
  })
  return token
}

/** Ends one session at once, on every node. False when there was none alive. */
export async function endSession(tx: Tx | Database, by: { id: string } | { token: string }, reason?: string) {
  const done = await tx
    .update(session)
    .set({ revokeTime: sql`now()`, revokeReason: reason })
    .where(
      and(
        'id' in by ? eq(session.id, by.id) : eq(session.tokenHash, hashOf(by.token)),
        isNull(session.revokeTime),
        sql`${session.expireTime} > now()`,
      ),
    )
    .returning({ id: session.id, userId: session.userId, viewerId: session.viewerId })
  return done[0]
}

/**
 * Ends a person's sessions and whatever way in they have begun: all, or those through one chat or in one tenant. Needed only where no record
 * changes; freezing, deleting, unbinding, leaving a tenant and its end do the same by themselves (`db/ended-rights.ts`).
 */
export async function endSessionsOf(
  tx: Tx | Database,
  userId: string,
  reason: string,
  { chat, tenantId, except }: { chat?: string; tenantId?: number | undefined; except?: string | undefined } = {},
): Promise<void> {
  await tx.execute(
    sql`select end_sessions(${userId}, ${reason}, ${tenantId ?? null}::int, ${chat ?? null}, ${except ?? null})`,
  )
}

/** Where somebody worked in a session of theirs, also one that is over: a renewal goes on there. */
export async function placeOf(
  db: Database,
  token: string | undefined,
  userId: string,
): Promise<{ tenantId: number; orgCode: string | null } | undefined> {
  if (!token || !TOKEN.test(token)) return undefined
  const [row] = await db
    .select({ tenantId: session.tenantId, orgCode: session.orgCode })
    .from(session)
    .where(and(eq(session.tokenHash, hashOf(token)), eq(session.userId, userId)))
  return row
}

interface SessionRow {
  hash: string
  id: string
  userId: string
  tenantId: number
  orgCode: string | null
  alive: boolean
  mustChangePassword: boolean
  reason: string | null
  seenMs: number
  version: number
  viewerId: string | null
}

// One small query a request, or for those that come together. The version of all rights comes with it, so a change bites on
// the very next request.
const read = (column: 'token_hash' | 'page_key_hash') => `
  select s.${column} as hash, s.id, s.user_id as "userId", s.tenant_id as "tenantId", s.org_code as "orgCode",
    s.revoke_time is null and s.expire_time > $2::timestamptz and (s.viewer_session_id is null or exists (
      select from sys_session v where v.id = s.viewer_session_id and v.revoke_time is null
        and v.expire_time > $2::timestamptz)) as alive,
    s.revoke_reason as reason, s.viewer_id as "viewerId",
    s.must_change_password as "mustChangePassword",
    extract(epoch from s.seen_time)::float8 * 1000 as "seenMs",
    ${ACCESS_VERSION} as version
  from sys_session s where s.${column} = any($1)`
const BY_TOKEN = { name: 'voltdesk-session', text: read('token_hash') }
const BY_PAGE_KEY = { name: 'voltdesk-page-session', text: read('page_key_hash') }

const sessionRows = (query: typeof BY_TOKEN) =>
  askedTogether(async ({ pool, clock }: Services, hashes) => {
    const { rows } = await pool.query<SessionRow>({ ...query, values: [hashes, clock.now().toISOString()] })
    return new Map(rows.map((row) => [row.hash, row]))
  })
const byToken = sessionRows(BY_TOKEN)
const byPageKey = sessionRows(BY_PAGE_KEY)

export interface Signed {
  caller: Caller
  access: Access
  /** Of the access as one short text, for whoever wants to hear when it is another; empty when that has happened already. */
  rightsMark(): Promise<string>
}

interface Remembered {
  viewedBy?: Caller['viewedBy']
  version: number
  until: number
  person: Person
  tenantId: number
  access: Access
  /** Once somebody has asked for it. */
  mark: string | undefined
}
const memory = new WeakMap<Services, Map<string, Remembered>>()

/** What a request or a socket handshake brings. */
export interface Knock {
  token: string | undefined
  /** Instead of the token, where the server asks itself for a page. */
  pageKey?: string | undefined
  /** Tenant named by the client; empty or 0 is none. */
  tenant?: string
  ip: string
  userAgent?: string
}

/**
 * The caller behind a token. Throws 401 with the contract's sentence when the session or the person is no longer good, and
 * 403 while a password is due, unless what is wanted is open `beforePasswordChange`.
 */
export async function signedIn(services: Services, knock: Knock, beforePasswordChange = false): Promise<Signed> {
  const key = knock.pageKey ?? knock.token
  if (!key) throw ended(reasons.empty)
  if (!TOKEN.test(key)) throw ended(reasons.illegal)
  const now = services.clock.now()
  const row = await (knock.pageKey ? byPageKey : byToken)(services, hashOf(key))
  if (!row?.alive) throw ended(row?.reason)
  if (row.mustChangePassword && !beforePasswordChange) throw passwordDue()
  // Who looks as somebody else does so where they stand.
  const wanted = row.viewerId ? row.tenantId : tenantNamed(knock.tenant) || row.tenantId
  const known = await remembered(services, row, wanted, now.getTime())
  if (!row.viewerId && now.getTime() - row.seenMs > SLIDE_AFTER_MS) slide(services, row.id, now)
  return {
    access: known.access,
    rightsMark: async () => (known.mark ??= await markOf(services.db, known)),
    caller: {
      ...known.access,
      userId: known.person.id,
      username: known.person.username,
      realname: known.person.realname,
      sessionId: row.id,
      tenantId: known.tenantId,
      ip: knock.ip,
      host: hostOf(knock.userAgent),
      ...(known.viewedBy && { viewedBy: known.viewedBy }),
    },
  }
}

function tenantNamed(text: string | undefined): number {
  if (!text?.trim()) return 0
  if (!/^\d{1,9}$/.test(text.trim())) throw badInput('请求头 X-Tenant-Id：应为整数')
  return Number(text)
}

async function remembered(services: Services, row: SessionRow, tenant: number, now: number): Promise<Remembered> {
  const all = memory.get(services) ?? new Map<string, Remembered>()
  memory.set(services, all)
  const key = `${row.id}:${tenant}:${row.orgCode ?? ''}`
  const hit = all.get(key)
  if (hit && hit.version === row.version && hit.until > now && hit.until <= now + REMEMBER_MS) return hit
  const access = await accessFor(services.db, row.userId, tenant, row.orgCode)
  const viewer = row.viewerId === null ? undefined : await accessFor(services.db, row.viewerId, tenant)
  if (viewer && (!mayViewAs(viewer.access) || access.access.isAdmin)) throw ended(reasons.viewOver)
  const viewedBy = viewer && {
    userId: viewer.person.id,
    username: viewer.person.username,
    realname: viewer.person.realname,
  }
  // No clock changes a mark.
  const mark = hit?.version === row.version ? hit.mark : undefined
  const read = { ...access, ...(viewedBy && { viewedBy }), version: row.version, until: now + REMEMBER_MS, mark }
  all.delete(key)
  all.set(key, read)
  keepNewest(all, REMEMBER_MOST)
  return read
}

/** A mark of later rights would be believed, and the menu of these never asked for again: none is better. */
async function markOf(db: Database, known: Remembered): Promise<string> {
  const who = { userId: known.person.id, tenant: known.tenantId }
  const { marks, version } = await rightMarks(db, [who])
  return version === known.version ? (marks.get(markKey(who)) ?? '') : ''
}

/** Only administrators: nobody else sees all rows and everything that a colleague may. */
export const mayViewAs = ({ isAdmin }: Pick<Access, 'isAdmin'>): boolean => isAdmin

/** What this person may do right now. Throws 401 when they are gone or frozen, or are no member of the tenant `wanted`. */
export async function accessFor(db: Database, userId: string, wanted: number, orgCode: string | null = null) {
  const person = await personById(db, userId)
  if (!person) throw ended(reasons.noUser)
  if (person.status !== 1) throw ended(reasons.frozen)
  const tenants = await openTenantsOf(db, person)
  const tenantId = wanted || (tenants[0]?.id ?? 0)
  // People of no tenant are people of the platform; naming a tenant does not make them its members.
  if (tenantId !== 0 && !tenants.some(({ id }) => id === tenantId)) throw ended(reasons.tenant)
  if (tenantId === 0 && person.relTenantIds?.trim()) throw ended(reasons.tenant)
  return { person, tenantId, access: await accessOf(db, person, tenantId, orgCode) }
}

/** Seven more days. Not waited for: a request must not fail because the disk is full. */
function slide(services: Services, id: string, now: Date) {
  const until = new Date(now.getTime() + SESSION_DAYS * 86_400_000)
  // What a page asks at once writes once.
  const before = new Date(now.getTime() - SLIDE_AFTER_MS)
  services.db
    .update(session)
    .set({ seenTime: now.toISOString(), expireTime: until.toISOString() })
    .where(and(eq(session.id, id), isNull(session.revokeTime), lt(session.seenTime, before.toISOString())))
    .catch((error: Error) => services.log.debug({ err: error }, '会话未能延长'))
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/** Nobody outside this process can say it. */
const INSIDE = randomBytes(32)
const PAGE_KEY = 'x-voltdesk-page-key'
/** For a request of the server to itself, that reads what the page of this session asks first. */
export const pageKeyHeader = (pageKey: string) => ({ [PAGE_KEY]: `${INSIDE.toString('hex')}.${pageKey}` })

function pageKeyIn({ method, headers }: FastifyRequest): string | undefined {
  const [inside = '', pageKey] = one(headers[PAGE_KEY])?.split('.') ?? []
  const said = Buffer.from(inside, 'hex')
  return method === 'GET' && said.length === INSIDE.length && timingSafeEqual(said, INSIDE) ? pageKey : undefined
}

/** Contract: X-Tenant-Id of the newer clients first, then tenant-id. */
export const knockOf = (request: FastifyRequest): Knock => ({
  token: one(request.headers['x-access-token']),
  pageKey: pageKeyIn(request),
  tenant: [request.headers['x-tenant-id'], request.headers['tenant-id']].map(one).find((text) => text && text !== '0'),
  ip: request.ip,
  userAgent: request.headers['user-agent'],
})

const tenantIn = (query: unknown): string | undefined => {
  const { tenant } = (query ?? {}) as { tenant?: unknown }
  return typeof tenant === 'string' && tenant !== '0' ? tenant : undefined
}

/** A socket brings its token as the first subprotocol: browsers let no page add a header (contract.md §10). */
export const socketKnockOf = (request: FastifyRequest): Knock => ({
  token: one(request.headers['sec-websocket-protocol'])?.replace(/,.*/s, '').trim(),
  // Nor a header that names the tenant.
  tenant: tenantIn(request.query),
  ip: request.ip,
  userAgent: request.headers['user-agent'],
})
