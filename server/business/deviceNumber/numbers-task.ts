/** A long range of device numbers, made in pieces; at the end their QR codes lie beside it. */
import { eq } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { allOf } from '../../db/all-of.ts'
import { makeNumbers, numbers } from './number-ranges.ts'
import { Refusal } from '../../kernel/errors.ts'
import { findRow } from '../../resource/list.ts'
import { scopeOf } from '../../resource/scope.ts'
import { qrZip } from './qr-task.ts'
import type { Outcome, Work } from '../../resource/long-work.ts'

const AT_ONCE = 500

export async function runNumbers(work: Work): Promise<Outcome> {
  const { services, caller, task } = work
  const { deviceNumber } = resources
  let made = Number(task.checkpoint?.made ?? 1)
  const first = await findRow(services.db, caller, deviceNumber, String(task.input.id))
  if (!first) throw new Refusal(200, '编号段的第一个编号已被删除，其余编号没有生成')
  // As it was registered: what somebody did to the first one since is not true of the others.
  const registered = (task.input.registered ?? first) as typeof first
  const quantity = Number(registered.quantity)
  while (made < quantity) {
    const to = Math.min(made + AT_ONCE, quantity)
    await work.part(async (tx) => {
      await makeNumbers(tx, caller, registered, { from: made, to, operation: 'add' })
      await work.checkpoint(tx, to, { made: to })
    })
    made = to
  }
  const own = allOf(
    scopeOf(caller, deviceNumber),
    eq(numbers.startNo, first.startNo),
    eq(numbers.batchNo, registered.batchNo),
  )
  const kept = await qrZip(work, own, { fileName: `设备编号${first.startNo}二维码.zip`, before: quantity })
  return { ...kept, done: task.total, message: `已生成 ${quantity} 个编号` }
}
