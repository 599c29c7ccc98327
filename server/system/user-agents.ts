/**
 * 代理人设置 of the contract's older client (contract.md §6.20): our deputies, one a person, by user names. Who is set 无效 has
 * no deputy.
 */
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { deputy } from '../db/notify-tables.ts'
import { tableOf } from '../db/table.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { members } from '../people/deputy.ts'
import { idText, notKept } from '../resource/parameters.ts'
import { localTime } from '../resource/write.ts'
import { changeDeputy, deputyRoutes, endDeputy, mine, nameDeputy, time } from './deputies.ts'

const tag = deputyRoutes[0]!.tag
const users = tableOf(resources.sysUser)
const VALID = '1'

const body = z.strictObject({
  id: z.string().max(64).nullish(),
  userName: idText('userName'),
  agentUserName: z.string({ error: '请输入代理人用户名!' }).trim().min(1, '请输入代理人用户名!').max(64),
  startTime: time('代理开始时间'),
  endTime: time('代理结束时间'),
  status: z.union([z.literal(['0', '1']), z.literal([0, 1])], { error: '应为 0 或 1' }).transform(String),
  ...notKept('createBy createTime createName updateBy updateTime updateName sysOrgCode sysCompanyCode'),
})

/** Of this tenant: who is in another one is nobody here. */
async function idOf(tx: Tx, caller: Caller, username: string, what: string): Promise<string> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), members(caller.tenantId)))
  if (!found) throw notFound(what)
  return found.id
}

const saving = async ({ services, caller, body: given }: Call<undefined, z.output<typeof body>>): Promise<void> =>
  services.db.transaction(async (tx) => {
    // Before anything is looked up: who may not ask learns nothing of who there is.
    if (given.userName !== caller.username && !caller.isAdmin) throw refused('只能为自己设置代理人')
    const doing = { tx, services, caller }
    // Taken back whatever has become of either person since.
    if (given.status !== VALID) {
      if (given.id) await endDeputy(doing, given.id)
      return
    }
    const [userId, deputyId] = [
      await idOf(tx, caller, given.userName, '用户'),
      await idOf(tx, caller, given.agentUserName.replace(/,$/, ''), '代理人'),
    ]
    const draft = { userId, deputyId, beginTime: given.startTime, endTime: given.endTime, reason: null }
    if (given.id) await changeDeputy(doing, given.id, draft)
    else await nameDeputy(doing, draft)
  })

export const userAgentRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/sysUserAgent/queryByUserName',
    permission: 'session',
    summary: '一个用户现在或接下来的代理人（旧版客户端）；自己的，管理员看每个人的',
    tag,
    query: z.strictObject({ userName: idText('userName') }),
    handler: async ({ services, caller, query: { userName } }) => {
      const [found] = await services.db
        .select()
        .from(deputy)
        .where(
          and(
            mine(caller),
            inArray(
              deputy.userId,
              services.db.select({ id: users.id }).from(users).where(eq(users.username, userName)),
            ),
            gt(deputy.endTime, localTime(services)),
          ),
        )
        .orderBy(asc(deputy.beginTime), asc(deputy.id))
        .limit(1)
      if (!found) throw refused('未找到对应实体')
      const [agent] = await services.db
        .select({ username: users.username })
        .from(users)
        .where(eq(users.id, found.deputyId))
      const { id, beginTime: startTime, endTime } = found
      return { id, userName, agentUserName: agent?.username ?? null, startTime, endTime, status: VALID }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sysUserAgent/add',
    permission: 'session',
    summary: '设置代理人（旧版客户端）；status 为 0 时不设置',
    tag,
    body,
    handler: async (call) => {
      await saving(call)
      return said('添加成功！')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/sysUserAgent/edit',
    permission: 'session',
    summary: '修改代理人（旧版客户端）；status 为 0 时取消',
    tag,
    body,
    handler: async (call) => {
      await saving(call)
      return said('修改成功!')
    },
  }),
]
