/** What is done to a person. 冻结 and 解冻: from the list of the contract's clients and as actions on a record. Saving the new status ends the sessions. */
import { z } from 'zod'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { actionOf, perform, type ActionWork } from '../resource/action.ts'
import { findRow } from '../resource/list.ts'
import { updateRow, type Writing } from '../resource/write.ts'
import { refuseAdmins } from './grants.ts'
import { leaveTenant } from './leave-tenant.ts'
import { someIds } from '../resource/parameters.ts'
import { peopleNamed } from './people.ts'

const FROZEN = 2

async function refuseFreezing({ tx, caller }: Writing, id: string, status: number): Promise<void> {
  if (status === FROZEN && id === caller.userId) throw refused('不能冻结自己')
  await refuseAdmins(tx, caller, [id])
}

const setting = (status: 1 | 2) => async (work: Writing & { row: { id: string; status: number | null } }) => {
  await refuseFreezing(work, work.row.id, status)
  work.row.status = status
}

export const userActions: readonly ActionWork[] = [
  actionOf(resources.sysUser, 'freeze', setting(FROZEN)),
  actionOf(resources.sysUser, 'unfreeze', setting(1)),
  leaveTenant,
]

export const freezeRoutes: Route[] = [
  route({
    method: ['PUT', 'POST'],
    path: '/sys/tenant/leaveTenant',
    permission: permissionOf(resources.sysUser, 'leaveTenant'),
    summary: '把用户移出当前租户（新版客户端），全部或一个不移',
    tag: '用户',
    body: z.strictObject({
      userIds: someIds('userIds'),
      tenantId: z.union([z.string().max(16), z.number()], { error: '缺少 tenantId' }),
    }),
    handler: async ({ services, caller, body: { userIds, tenantId } }) => {
      if (Number(tenantId) !== caller.tenantId) throw refused('只能移出当前租户的用户，请先切换到该租户')
      await services.db.transaction(async (tx) => {
        for (const id of userIds)
          await perform({ tx, caller, services }, resources.sysUser, 'leaveTenant', leaveTenant.run, { id, input: {} })
      })
      return said('移出成功!')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/frozenBatch',
    permission: 'system:user:frozenBatch',
    summary: '批量冻结与解冻',
    tag: '用户',
    body: z.strictObject({
      ids: someIds(),
      status: z.union([z.literal(['1', '2']), z.literal([1, 2])], { error: '应为 1 或 2' }).transform(Number),
    }),
    handler: async ({ services, caller, body }) => {
      await services.db.transaction(async (tx) => {
        const writing: Writing = { tx, caller, services }
        await peopleNamed(tx, caller, body.ids, true)
        for (const id of body.ids) {
          const before = (await findRow(tx, caller, resources.sysUser, id))!
          if (before.status === body.status) continue
          await refuseFreezing(writing, id, body.status)
          const after = { ...before, status: body.status }
          const operation = body.status === FROZEN ? 'freeze' : 'unfreeze'
          await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, resources.sysUser, operation)
        }
      })
      return said('操作成功!')
    },
  }),
]
