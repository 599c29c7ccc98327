/** Packages of tenants, of which none is given yet, and what people asked to be allowed. */
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { permissionRequestStates } from '#resources/system/permissionRequest.ts'
import { insertMany } from '../server/db/bulk.ts'
import { packPermission } from '../server/db/tables.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { menuRows } from '../server/seed/menus.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { accountId } from './accounts.ts'
import { DAY, HOUR, rowBy } from './made-by.ts'
import type { Numbers } from './numbers.ts'
import { trailRows, type Step } from './trail.ts'

/** Name, what it is for, and the permissions it holds. */
const PACKS = [
  ['基础版', '查看业务，维护设备与订单', /^rental:\w+:list$|^rental:(device|orderMessage):/],
  ['运营版', '全部业务，含审核与打款', /^rental:/],
] as const

/** Who asked a few hours ago still waits. */
const WAITS_H = 12
/** Hours ago, who asked for what, and what they were told. */
const ASKED = [
  [2, 'service', '客服', '月卡', 'rental:card:list', undefined],
  [30, 'viewer', '只读', '押金订单', 'rental:orderDeposit:list', undefined],
  [52, 'kefu_chen', '客服', '用户提现 · 查看完整信息', 'rental:userWithdrawal:unmask', '客服按后四位核对即可'],
] as const

export async function seedPermissions(tx: Tx, numbers: Numbers, now: Date): Promise<void> {
  const { sysTenantPack, permissionRequest } = resources
  const menus = menuRows()
  const packId = (name: string) => seedId('tenantPack', name)
  await insertMany(
    tx,
    tableOf(sysTenantPack),
    PACKS.map(([packName, remark]) => ({
      ...rowBy('admin', now),
      tenantId: 0,
      id: packId(packName),
      packName,
      remark,
      status: enableStates.on,
    })),
  )
  await insertMany(
    tx,
    packPermission,
    PACKS.flatMap(([name, , holds]) =>
      menus.flatMap(({ id, perms }) =>
        perms && holds.test(perms) ? [{ packId: packId(name), permissionId: id }] : [],
      ),
    ),
  )
  const trails: Record<string, unknown>[] = []
  const rows = ASKED.map(([hours, asker, askerRoles, wanted, code, refusal]) => {
    const at = new Date(now.getTime() - hours * HOUR)
    const waits = hours < WAITS_H
    const decided = new Date(at.getTime() + 2 * HOUR)
    const requestNo = numbers.take('QX', at)
    const id = seedId('permissionRequest', requestNo)
    const by = { by: 'admin', name: '管理员', host: '浏览器', at: decided }
    const steps: Step[] = [
      { step: '申请', result: '已提交', at, by: asker, host: '浏览器' },
      ...(waits
        ? []
        : [
            refusal
              ? { step: '授权', result: '拒绝', reason: refusal, ...by }
              : { step: '授权', result: '通过', ...by },
          ]),
    ]
    trails.push(...trailRows('permissionRequest', id, steps))
    return {
      ...rowBy(asker, at),
      id,
      version: waits ? 1 : 2,
      requestNo,
      wanted,
      code,
      askerId: accountId(asker),
      askerRoles,
      status: permissionRequestStates[waits ? 'waiting' : refusal ? 'refused' : 'granted'],
      dueTime: new Date(at.getTime() + DAY).toISOString(),
    }
  })
  await insertMany(tx, tableOf(permissionRequest), rows)
  await insertMany(tx, lineTablesOf(permissionRequest).auditTrail, trails)
}
