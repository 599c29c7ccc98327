/** What a signed-in person does with their own account. Never anybody else's: the name comes from the session. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { passwordProblem } from '#model/password.ts'
import { resources } from '#resources/index.ts'
import { wasGiven } from '../db/given-usernames.ts'
import { live } from '../db/live.ts'
import { session } from '../db/tables.ts'
import { departsOf, openTenantsOf } from '../people/access.ts'
import { badInput, forbidden, refused, tokenInvalid } from '../kernel/errors.ts'
import { atMost, count, forget, networkOf } from '../people/limits.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { allDictItems } from '../db/dictionary-items.ts'
import { findUser, rememberOrgCode, workingIn } from '../people/entering.ts'
import { hashPassword, lockPerson, passwordFits, refuseIfChanged, setPassword } from '../people/password.ts'

const tag = '我的账号'
const users = tableOf(resources.sysUser)

async function personBehind({ db }: Services, caller: { userId: string }) {
  const person = await findUser(db, { id: caller.userId })
  if (!person) throw tokenInvalid()
  return person
}

const myself = async (services: Services, caller: { userId: string; tenantId: number; orgCode: string | null }) => ({
  ...(await personBehind(services, caller)),
  ...workingIn(await departsOf(services.db, caller.userId, caller.tenantId), caller.orgCode),
})

const oldPassword = z.string().max(256).nullish()
/** How the newer client says that somebody belongs to a tenant. */
const MEMBER = '1'

const passwordsOfNewer = { username: z.string().max(64).nullish(), oldPassword, password: oldPassword }

interface NewPassword {
  username: string | null | undefined
  old: string | null | undefined
  next: string | null | undefined
  again: string | null | undefined
}

/** Other devices are signed out. Refuses in the words of the contract. */
async function changeOwnPassword(
  { services: { db, clock }, caller }: Pick<Call, 'services' | 'caller'>,
  { username, old, next, again }: NewPassword,
): Promise<void> {
  if (username && username !== caller.username) throw forbidden('只允许修改自己的密码！')
  const key = `old-password:${caller.userId}`
  if ((await count(db, key, 600, clock.now())) > 10) throw refused('旧密码输入错误次数过多，请于10分钟后再试！')
  const oldHash = await passwordFits(db, caller.userId, old ?? '')
  if (oldHash === undefined) throw refused('旧密码输入错误!')
  await forget(db, key)
  if (!next) throw refused('新密码不允许为空!')
  if (next !== again) throw refused('两次输入密码不一致!')
  if (next === old) throw refused('新密码不能与旧密码相同!')
  const problem = passwordProblem(next)
  if (problem) throw refused(problem)
  const passwordHash = await hashPassword(next)
  await db.transaction(async (tx) => {
    // While both were hashed an administrator may have set another, or ended this session: that was meant for whoever has the old one.
    await lockPerson(tx, caller.userId)
    await refuseIfChanged(tx, caller.userId, oldHash)
    const here = await tx
      .update(session)
      .set({ mustChangePassword: false })
      .where(and(eq(session.id, caller.sessionId), isNull(session.revokeTime)))
      .returning({ id: session.id })
    if (!here.length) throw tokenInvalid()
    await setPassword(tx, caller.userId, passwordHash, 'owner', caller.sessionId)
  })
}

export const ownAccountRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/user/getUserInfo',
    lane: 'signIn',
    permission: 'session',
    summary: '当前用户与全部字典',
    tag,
    beforePasswordChange: true,
    handler: async ({ services, caller }) => ({
      userInfo: await myself(services, caller),
      sysAllDictItems: await allDictItems(services.db),
    }),
  }),
  route({
    method: 'GET',
    path: '/sys/user/getCurrentUserDeparts',
    lane: 'signIn',
    permission: 'session',
    summary: '当前用户的部门',
    tag,
    handler: async ({ services, caller }) => ({
      list: await departsOf(services.db, caller.userId, caller.tenantId),
      orgCode: caller.orgCode,
    }),
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/selectDepart',
    lane: 'signIn',
    permission: 'session',
    summary: '选择登录部门',
    tag,
    body: z.strictObject({
      username: z.string().max(64).nullish(),
      orgCode: z.string({ error: '请选择部门' }).min(1, '请选择部门').max(64),
      loginTenantId: z.union([z.string().max(16), z.number()]).nullish(),
    }),
    handler: async ({ body, services, caller }) => {
      if (body.username && body.username !== caller.username) throw forbidden('只允许选择自己的部门！')
      const tenantId = Number(body.loginTenantId ?? 0) || caller.tenantId
      const tenants = await openTenantsOf(services.db, await personBehind(services, caller))
      if (tenantId && !tenants.some(({ id }) => id === tenantId)) throw forbidden('您不属于该租户！')
      const mine = await departsOf(services.db, caller.userId, tenantId)
      if (!mine.some(({ orgCode }) => orgCode === body.orgCode)) throw forbidden('您不属于该部门！')
      const { orgCode } = body
      await services.db.transaction(async (tx) => {
        await tx.update(session).set({ orgCode, tenantId }).where(eq(session.id, caller.sessionId))
        await rememberOrgCode(tx, { id: caller.userId, orgCode: null }, orgCode)
      })
      return { userInfo: await myself(services, { userId: caller.userId, tenantId, orgCode }) }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/tenant/getCurrentUserTenant',
    lane: 'signIn',
    permission: 'session',
    summary: '当前用户的租户',
    tag,
    handler: async ({ services, caller }) => ({
      list: await openTenantsOf(services.db, await personBehind(services, caller)),
      currTenantId: caller.tenantId,
    }),
  }),
  route({
    method: 'GET',
    path: '/sys/tenant/getTenantListByUserId',
    permission: 'session',
    summary: '我的租户（新版客户端）；都是正常的（userTenantStatus 1）：没有申请、邀请或待审核',
    tag,
    query: z.strictObject({ userTenantStatus: z.string().max(50).optional() }),
    handler: async ({ services, caller, query: { userTenantStatus } }) => {
      if (userTenantStatus && !userTenantStatus.split(',').includes(MEMBER)) return []
      const tenants = await openTenantsOf(services.db, await personBehind(services, caller))
      return tenants.map((tenant) => ({ ...tenant, tenantUserId: caller.userId, userTenantStatus: MEMBER }))
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/changeLoginTenantId',
    lane: 'signIn',
    permission: 'session',
    summary: '选择登录租户',
    tag,
    body: z.strictObject({
      loginTenantId: z.union([z.string().max(16), z.number()], { error: '请选择租户' }),
      username: z.string().max(64).nullish(),
      id: z.string().max(64).nullish(),
    }),
    handler: async ({ body, services, caller }) => {
      const tenantId = Number(body.loginTenantId)
      const tenants = await openTenantsOf(services.db, await personBehind(services, caller))
      if (!tenants.some(({ id }) => id === tenantId)) throw forbidden('您不属于该租户！')
      // The department of the other tenant means nothing in this one.
      await services.db.update(session).set({ tenantId, orgCode: null }).where(eq(session.id, caller.sessionId))
      return null
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/updatePassword',
    lane: 'signIn',
    permission: 'session',
    summary: '修改自己的密码；其他设备上的登录随即失效',
    tag,
    beforePasswordChange: true,
    body: z.strictObject({
      username: z.string().max(64).nullish(),
      oldpassword: oldPassword,
      password: oldPassword,
      confirmpassword: oldPassword,
    }),
    handler: async ({ body, services, caller }) => {
      const { username, oldpassword: old, password: next, confirmpassword: again } = body
      await changeOwnPassword({ services, caller }, { username, old, next, again })
      return said('密码重置成功!')
    },
  }),
  route({
    method: 'PUT',
    path: '/sys/user/updatePasswordNotBindPhone',
    lane: 'signIn',
    permission: 'session',
    summary: '修改自己的密码（新版客户端，未绑定手机号时）；参数在地址或请求体里',
    tag,
    beforePasswordChange: true,
    query: z.strictObject(passwordsOfNewer),
    body: z.strictObject(passwordsOfNewer),
    handler: async ({ query, body, services, caller }) => {
      const { username, oldPassword: old, password: next } = { ...query, ...body }
      await changeOwnPassword({ services, caller }, { username, old, next, again: next })
      return said('修改密码成功！')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/user/checkOnlyUser',
    permission: 'public',
    summary: '用户名、手机号、邮箱是否还没有人用',
    tag: '登录',
    query: z.strictObject({
      username: z.string().max(64).optional(),
      phone: z.string().max(32).optional(),
      email: z.string().max(128).optional(),
      workNo: z.string().max(64).optional(),
      id: z.string().max(64).optional(),
    }),
    handler: async ({ query: { id, ...fields }, services: { db, clock }, request }) => {
      await atMost(db, `check-only:${networkOf(request.ip)}`, 30, 600, clock.now())
      const names = ['username', 'phone', 'email', 'workNo'] as const
      const given = names.filter((name) => fields[name])
      if (!given.length) throw badInput('请给出用户名、手机号或邮箱')
      const [found] = await db
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            live(users),
            or(...given.map((name) => eq(users[name], fields[name] ?? ''))),
            id ? sql`${users.id} <> ${id}` : undefined,
          ),
        )
        .limit(1)
      if (found || (fields.username && (await wasGiven(db, fields.username)))) throw refused('用户账号已存在')
      return true
    },
  }),
]
