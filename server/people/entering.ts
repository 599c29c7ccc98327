/** From a person who has proven who they are to a session and the answer of every login of the contract (§2.2). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { csv, departsOf, openTenantsOf, type Depart, type Person, type Tenant } from './access.ts'
import { Refusal, refused } from '../kernel/errors.ts'
import { letIn } from './put-out.ts'
import { openSession } from './session.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { allDictItems } from '../db/dictionary-items.ts'
import { logLogin } from './login-log.ts'

const users = tableOf(resources.sysUser)
const tenants = tableOf(resources.sysTenant)

/** A staff account as it may be shown to its owner. Passwords are in another table. */
export type UserInfo = Record<string, unknown> & Person & { phone: string | null }

/** By a unique field; deleted accounts do not exist. */
export async function findUser(
  db: Database,
  by: { username: string } | { phone: string } | { email: string } | { id: string },
): Promise<UserInfo | undefined> {
  const [field, value] = Object.entries(by)[0] as ['username' | 'phone' | 'email' | 'id', string]
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users[field], value), live(users), eq(users.delFlag, 0)))
    .limit(1)
  const row = rows[0]
  if (!row) return undefined
  const { deleteTime: _, tenantId: __, ...info } = row
  return info as UserInfo
}

export interface Entrance {
  userInfo: UserInfo
  departs: (Depart & { tenantId: number })[]
  tenantList: Tenant[]
  multi_depart: 0 | 1 | 2
}

/** What a person may choose from right after login. Departments of several tenants say which tenant is theirs. */
export async function entranceOf(db: Database, userInfo: UserInfo): Promise<Entrance> {
  const tenantList = await openTenantsOf(db, userInfo)
  if (userInfo.relTenantIds?.trim() && !tenantList.length) throw refused(await whyClosed(db, userInfo))
  const departs: Entrance['departs'] = []
  for (const tenantId of tenantList.length ? tenantList.map(({ id }) => id) : [0])
    departs.push(...(await departsOf(db, userInfo.id, tenantId)).map((depart) => ({ ...depart, tenantId })))
  return { userInfo, departs, tenantList, multi_depart: departs.length > 1 ? 2 : departs.length === 1 ? 1 : 0 }
}

/** Whoever only let one end would look in vain for who froze it. */
async function whyClosed(db: Database, { relTenantIds }: UserInfo): Promise<string> {
  const named = await db
    .select({ status: tenants.status, ended: sql<boolean | null>`${tenants.endDate} <= now()` })
    .from(tenants)
    .where(and(inArray(tenants.id, csv(relTenantIds)), live(tenants)))
  const whys = named.map(({ status, ended }) => (status !== 1 ? '已被冻结' : ended ? '已到期' : '尚未开始'))
  return `与该用户关联的租户均${[...new Set(whys.length ? whys : ['已被冻结'])].sort().join('或')}，无法登录！`
}

/** The chat somebody came through: the client compares it with where it runs, and the session belongs to the corporation. */
export interface EnteredThrough {
  name: string
  corpId: string
  userId: string
}

/**
 * Opens the session and gives the result of a login. `orgCode`: a department chosen on the login page. `byPassword`: who
 * came with a password that somebody else knows changes it first; a phone or a chat account is nobody else's. `lookAgain`
 * refuses when what they came with has been taken from them since it was looked at.
 */
export async function enter(
  services: Services,
  request: FastifyRequest,
  userInfo: UserInfo,
  orgCode?: string,
  {
    byPassword = false,
    chat,
    place,
    lookAgain,
  }: {
    byPassword?: boolean
    chat?: EnteredThrough
    place?: { tenantId: number; orgCode: string | null }
    lookAgain?: (tx: Tx) => Promise<void>
  } = {},
) {
  const { db } = services
  if (userInfo.status !== 1) {
    await logLogin(db, request, {
      username: userInfo.username,
      person: userInfo,
      content: '登录失败：该用户已冻结',
    })
    throw refused('该用户已冻结')
  }
  const entrance = await entranceOf(db, userInfo).catch(async (error: unknown) => {
    if (error instanceof Refusal)
      await logLogin(db, request, {
        username: userInfo.username,
        person: userInfo,
        content: `登录失败：${error.message}`,
      })
    throw error
  })
  // Where they worked until a moment ago, as far as they still may.
  const resumed = place && entrance.tenantList.find(({ id }) => id === place.tenantId)
  const tenantId = resumed?.id ?? entrance.tenantList[0]?.id ?? 0
  const first = entrance.departs.filter((depart) => depart.tenantId === tenantId)
  const current = [orgCode, resumed && place?.orgCode, userInfo.orgCode].find((code) =>
    first.some((depart) => depart.orgCode === code),
  )
  const chosen = current ?? first[0]?.orgCode ?? null
  const mustChangePassword = byPassword && userInfo.mustChangePassword === 'Y'
  const token = await db.transaction(async (tx) => {
    // Who takes it from them now was before us, or waits and ends this session with the others.
    await refuseIfGone(tx, userInfo.id)
    await lookAgain?.(tx)
    // Whoever gets this far was let in knowing it.
    await letIn(tx, userInfo.id)
    await rememberOrgCode(tx, userInfo, chosen)
    await logLogin(tx, request, { username: userInfo.username, person: userInfo, tenantId, content: '登录成功！' })
    return openSession(services, tx, {
      userId: userInfo.id,
      tenantId,
      orgCode: chosen,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      mustChangePassword,
      chat: chat?.name,
      corpId: chat?.corpId,
    })
  })
  return {
    token,
    mustChangePassword,
    ...entrance,
    userInfo: { ...userInfo, ...workingIn(first, chosen) },
    sysAllDictItems: await allDictItems(db),
    ...(chat && { chat }),
    ...(resumed && { resumed: { tenantId, orgCode: chosen } }),
  }
}

async function refuseIfGone(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx
    .select({ status: users.status })
    .from(users)
    .where(and(eq(users.id, userId), live(users), eq(users.delFlag, 0)))
    .for('update')
  if (row?.status !== 1) throw refused('该用户已冻结')
}

/** The department somebody works in now, by its code and by its name (SysUser.orgCode, orgCodeTxt). */
export const workingIn = (departs: readonly Depart[], orgCode: string | null) => ({
  orgCode,
  orgCodeTxt: departs.find((depart) => depart.orgCode === orgCode)?.departName ?? null,
})

/** The department somebody worked in last is where they start next time. */
export async function rememberOrgCode(
  db: Pick<Database, 'update'>,
  person: Pick<Person, 'id' | 'orgCode'>,
  orgCode: string | null,
): Promise<void> {
  if (person.orgCode !== orgCode) await db.update(users).set({ orgCode }).where(eq(users.id, person.id))
}
