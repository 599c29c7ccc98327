/** What becomes of the device of an order that is ended by force. */
import { eq } from 'drizzle-orm'
import type { ValueIn } from '#model/choices.ts'
import type { Stored, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceActions } from '#resources/order/settleReason.ts'
import { Refusal } from '../../kernel/errors.ts'
import { tableOf } from '../../db/table.ts'
import { put } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { addStep, systemCaller } from '../../resource/trail.ts'
import { updateRow, type Writing } from '../../resource/write.ts'
import { note, statusText } from '../device/history.ts'

const { device, orderMessage } = resources
const orders = tableOf(orderMessage)

type Device = Wire<typeof device>

const marks: Readonly<Partial<Record<ValueIn<typeof deviceActions>, (row: Device) => void>>> = {
  [deviceActions.fault]: (row) =>
    put(row, { status: deviceStates.repair, faultCount: Number(row.faultCount ?? 0) + 1 }),
  [deviceActions.lost]: (row) => put(row, { status: deviceStates.lost }),
}

/** As 系统, with history and log. Where it is by now may leave no way there: the order is over all the same, and says so. */
export async function markDevice(
  { tx, services }: Writing,
  row: Wire<typeof orderMessage>,
  { deviceAction, reason }: Stored<typeof resources.settleReason>,
): Promise<void> {
  const mark = marks[deviceAction]
  if (!mark) return
  // The rules of a device look at its orders as they are written, and this one is over.
  await tx.update(orders).set({ status: row.status }).where(eq(orders.id, row.id))
  const caller = systemCaller(row.tenantId)
  const before = await findRow(tx, caller, device, row.deviceId, true)
  if (!before) return
  const after = structuredClone(before)
  mark(after)
  if (before.status !== after.status)
    note(
      after,
      { caller, services },
      {
        kind: '状态',
        before: statusText(before.status),
        after: statusText(after.status),
        reason: `强制结单 ${row.orderNo}：${reason}`,
      },
    )
  const change = { services, caller, mode: 'edit' as const, before, after, extras: {} }
  try {
    await tx.transaction((inner) => updateRow({ ...change, tx: inner }, device, 'settle'))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    addStep(row, change, '设备处理', '设备未变更', error.message)
  }
}
