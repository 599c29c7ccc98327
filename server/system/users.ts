/** Staff accounts beyond the generated verbs (contract.md §6.1): roles and departments of a person, passwords. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { passwordProblem } from '#model/password.ts'
import { resources } from '#resources/index.ts'
import { newId } from '../kernel/id.ts'
import { userRole } from '../db/tables.ts'
import { heldIn } from '../people/access.ts'
import { badInput, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../db/table.ts'
import { refuseAdmins } from './grants.ts'
import { traceLink } from './links.ts'
import { idText } from '../resource/parameters.ts'
import { hashPassword, setPassword } from '../people/password.ts'
import { departNames, peopleNamed } from './people.ts'
import { refuseBeyondReach } from './shared-people.ts'

const tag = '用户'
const users = tableOf(resources.sysUser)

export const userRoutes: Route[] = [
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
        const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.username, body.username))
        const person = found && (await findRow(tx, caller, resources.sysUser, found.id, true))
        if (!person) throw refused('用户不存在！')
        const id = person.id
        await refuseAdmins(tx, caller, [id])
        await refuseBeyondReach(tx, caller, [id], 'system:user:changepwd')
        const self = id === caller.userId
        await setPassword(tx, id, passwordHash, self ? 'owner' : 'other', self ? caller.sessionId : undefined)
        await traceLink(tx, caller, resources.sysUser, id, '修改密码', {}, {})
      })
      return said('密码修改成功!')
    },
  }),
]
