/** Staff accounts beyond the generated verbs (contract.md §6.1): roles and departments of a person, passwords. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { listed } from '#model/listed.ts'
import { passwordProblem } from '#model/password.ts'
import { resources } from '#resources/index.ts'
import { newId } from '../kernel/id.ts'
import { live } from '../db/live.ts'
import { userRole } from '../db/tables.ts'
import { heldIn } from '../people/access.ts'
import { refuseBeyondRights } from '../people/within.ts'
import { badInput, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { firstPasswordJob } from '../business/agent/agent-rules.ts'
import { listSchema } from '../resource/list-schema.ts'
import { findRow, listRows } from '../resource/list.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { refuseAdmins } from './grants.ts'
import { traceLink } from './links.ts'
import { idText, someIds } from '../resource/parameters.ts'
import { hashPassword, setPassword } from '../people/password.ts'
import { departNames, peopleNamed } from './people.ts'
import { refuseBeyondReach } from './shared-people.ts'

const tag = '用户'
const users = tableOf(resources.sysUser)

const BEYOND_PASSWORD = '该用户的权限超出您的权限，您不能为其设置密码；请由管理员设置，或用“重置密码”以短信发给本人'

export const userRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/sys/user/generateUserId',
    permission: 'session',
    summary: '新用户的 id',
    tag,
    handler: () => newId(),
  }),
  route({
    method: 'GET',
    path: '/sys/user/queryUserRole',
    permission: 'system:user:list',
    summary: '用户的角色',
    tag,
    query: z.strictObject({ userid: idText('userid') }),
    handler: async ({ services: { db }, caller, query }) => {
      await peopleNamed(db, caller, [query.userid])
      const rows = await db
        .select({ id: userRole.roleId })
        .from(userRole)
        .where(and(eq(userRole.userId, query.userid), heldIn(caller.tenantId)))
      if (!rows.length) throw refused('未找到用户相关角色信息')
      return rows.map(({ id }) => id)
    },
  }),
  route({
    method: 'GET',
    path: '/sys/user/userDepartList',
    permission: 'system:user:list',
    summary: '用户的部门',
    tag,
    query: z.strictObject({ userId: idText('userId') }),
    handler: async ({ services: { db }, caller, query }) => {
      await peopleNamed(db, caller, [query.userId])
      const departs = (await departNames(db, caller.tenantId, [query.userId])).get(query.userId)
      if (!departs) throw refused('查找失败')
      return departs.map(({ id, departName, orgCode }) => ({ key: id, value: id, title: departName, code: orgCode }))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/user/listAll',
    permission: 'system:user:list',
    summary: '用户列表，与 /sys/user/list 相同（新版客户端的用户管理）',
    tag,
    query: listSchema(resources.sysUser),
    handler: ({ services, caller, query }) => listRows({ services, caller }, resources.sysUser, query),
  }),
  route({
    method: 'GET',
    path: '/sys/user/verifyIzDefaultPwd',
    permission: 'session',
    summary: '是否还在用默认密码：本平台没有默认密码，由他人设置的须在登录后修改',
    tag,
    handler: () => said('no', 'no'),
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/resetPassword',
    permission: 'system:user:resetPassword',
    summary: '重置密码：随机的新密码以短信发给本人，首次登录须修改；其登录随即失效',
    tag,
    query: z.strictObject({ usernames: someIds('usernames') }),
    handler: async ({ services, caller, query: { usernames } }) => {
      if (services.settings.production && services.sms.pretends)
        throw refused('平台没有接入短信，新密码无法送达，请使用“修改密码”')
      const passwordHash = await hashPassword(randomUUID())
      await services.db.transaction(async (tx) => {
        const people = await tx
          .select({ id: users.id, username: users.username, phone: users.phone })
          .from(users)
          .where(and(inArray(users.username, usernames), scopeOf(caller, resources.sysUser)))
        if (people.length !== usernames.length) throw refused('用户不存在！')
        const unreachable = people.filter(({ phone }) => !phone).map(({ username }) => username)
        if (unreachable.length)
          throw badInput(`${listed(unreachable)} 没有手机号，收不到新密码；请先填写手机号，或使用“修改密码”`)
        const ids = people.map(({ id }) => id)
        await peopleNamed(tx, caller, ids, true)
        await refuseAdmins(tx, caller, ids)
        await refuseBeyondReach(tx, caller, ids, 'system:user:resetPassword')
        for (const id of ids) {
          const since = await setPassword(tx, id, passwordHash, 'other')
          await traceLink(tx, caller, resources.sysUser, id, '重置密码', {}, {})
          await services.jobs.send(tx, firstPasswordJob, { userId: id, cause: 'reset', since })
        }
      })
      return said('操作成功!')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/changePassword',
    permission: 'system:user:changepwd',
    summary: '为用户设置新密码；其登录随即失效，下次登录须修改',
    tag,
    body: z.strictObject({
      username: idText('username'),
      password: z.string({ error: '新密码不允许为空!' }).max(256),
      confirmpassword: z.string().max(256).nullish(),
      confirmPassword: z.string().max(256).nullish(),
    }),
    handler: async ({ services: { db }, caller, body }) => {
      const confirmed = body.confirmpassword ?? body.confirmPassword
      if (confirmed != null && confirmed !== body.password) throw badInput('两次输入密码不一致!')
      const problem = passwordProblem(body.password)
      if (problem) throw badInput(problem)
      const passwordHash = await hashPassword(body.password)
      await db.transaction(async (tx) => {
        const [found] = await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.username, body.username), live(users)))
        const person = found && (await findRow(tx, caller, resources.sysUser, found.id, true))
        if (!person) throw refused('用户不存在！')
        const id = person.id
        await refuseAdmins(tx, caller, [id])
        await refuseBeyondReach(tx, caller, [id], 'system:user:changepwd')
        await refuseBeyondRights(tx, caller, [id], BEYOND_PASSWORD)
        const self = id === caller.userId
        await setPassword(tx, id, passwordHash, self ? 'owner' : 'other', self ? caller.sessionId : undefined)
        await traceLink(tx, caller, resources.sysUser, id, '修改密码', {}, {})
      })
      return said('密码修改成功!')
    },
  }),
]
