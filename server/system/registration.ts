/** An account that somebody makes for themselves. It may nothing until an administrator gives it a role and a department. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { registrationProblems, type Registration } from '#resources/system/registration.ts'
import { resources } from '#resources/index.ts'
import type { Database } from '../kernel/database.ts'
import { hostOf } from '../kernel/host.ts'
import { refused, unavailable } from '../kernel/errors.ts'
import { atMost, networkOf } from '../people/limits.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { systemCaller } from '../resource/trail.ts'
import { wasGiven } from '../db/given-usernames.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { insertRow, newRow, refuseProblems } from '../resource/write.ts'
import { hashPassword, setPassword } from '../people/password.ts'
import { smsCodeProblem, smsErrands } from './phone-login.ts'

const users = tableOf(resources.sysUser)
const tenants = tableOf(resources.sysTenant)

const taken = { username: '用户名已注册', phone: '该手机号已注册', email: '邮箱已被注册' } as const

/** Capitals make no other name: nobody becomes Admin beside admin. */
async function refuseTaken(db: Database, given: Registration): Promise<void> {
  for (const [name, message] of Object.entries(taken) as [keyof typeof taken, string][]) {
    if (!given[name]) continue
    const [found] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(live(users), sql`lower(${users[name]}) = ${given[name].toLowerCase()}`))
      .limit(1)
    if (found || (name === 'username' && (await wasGiven(db, given.username))))
      throw refused(message, 500, { fields: { [name]: message } })
  }
}

/** Somebody must see the newcomer to give them a role: the people of the platform's first tenant. */
async function receivingTenant(db: Database): Promise<number> {
  const [row] = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(live(tenants), eq(tenants.status, 1)))
    .orderBy(sql`length(${tenants.id})`, tenants.id)
    .limit(1)
  if (!row) throw unavailable('系统尚未开通租户，暂时不能注册')
  return Number(row.id)
}

async function register({ services, request }: Pick<Call, 'services' | 'request'>, given: Registration) {
  const { db } = services
  refuseProblems(resources.sysUser, registrationProblems(given))
  await refuseTaken(db, given)
  const tenantId = await receivingTenant(db)
  const problem = await smsCodeProblem(services, smsErrands.register, { phone: given.phone, code: given.smscode })
  if (problem) throw refused(problem, 500, { fields: { smscode: problem } })
  const passwordHash = await hashPassword(given.password)
  const { username, phone } = given
  const caller = {
    ...systemCaller(tenantId),
    username,
    realname: username,
    ip: request.ip,
    host: hostOf(request.headers['user-agent']),
  }
  const draft = { username, realname: username, phone, ...(given.email && { email: given.email }) }
  const after = newRow({ services, caller }, resources.sysUser, draft)
  await db.transaction(async (tx) => {
    await insertRow({ tx, services, caller, mode: 'add', after, extras: {} }, resources.sysUser, '注册')
    await setPassword(tx, after.id, passwordHash, 'owner')
  })
}

const typed = z.string().trim().max(256).default('')

export const registrationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/user/register',
    permission: 'public',
    summary: '注册。新账号没有角色和部门，由管理员分配',
    tag: '登录',
    body: z.strictObject({
      username: typed,
      password: z.string().max(256).default(''),
      phone: typed,
      smscode: typed,
      email: typed.nullish().transform((email) => email ?? ''),
    }),
    handler: async ({ body, services, request }) => {
      await atMost(services.db, `register:${networkOf(request.ip)}`, 20, 600, services.clock.now())
      await register({ services, request }, body)
      return said('注册成功')
    },
  }),
]
