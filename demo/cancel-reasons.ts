/** Why orders are cancelled, for each scene. */
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { cancelScenes } from '#resources/order/cancelReason.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { daysFrom, rowBy } from './made-by.ts'

/** Reason, pb_cancel_scene, needs words, counts as a fault of the device. */
const REASONS = [
  ['临时不用了', cancelScenes.consumer, 'N', 'N'],
  ['扫错了柜机', cancelScenes.consumer, 'N', 'N'],
  ['没有弹出充电宝', cancelScenes.consumer, 'N', 'Y'],
  ['接口不合适', cancelScenes.consumer, 'N', 'N'],
  ['其他', cancelScenes.consumer, 'Y', 'N'],
  ['用户来电取消', cancelScenes.service, 'Y', 'N'],
  ['设备离线无法借出', cancelScenes.service, 'N', 'Y'],
  ['超时未支付', cancelScenes.system, 'N', 'N'],
  ['弹出失败自动取消', cancelScenes.system, 'N', 'Y'],
] as const

export async function seedCancelReasons(tx: Tx, now: Date): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.cancelReason),
    REASONS.map(([reason, scene, needRemark, countFault], index) => ({
      ...rowBy('admin', daysFrom(now, -400)),
      id: seedId('cancelReason', scene, reason),
      reason,
      scene,
      needRemark,
      countFault,
      sortNo: (index + 1) * 10,
      status: reason === '接口不合适' ? enableStates.off : enableStates.on,
    })),
  )
}
