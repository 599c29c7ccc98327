/** Numbers of devices: made by the range, never twice; bound to the device that carries them, or void. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../db/connect.ts'
import { actionOf } from '../resource/action.ts'
import type { Change, Row, SaveHook } from '../resource/hooks.ts'
import { orderTask } from '../tasks/task.ts'
import { makeNumbers, numbers, overlap, overlapInFile } from './number-ranges.ts'

const { deviceNumber } = resources

/** pb_sn_status. */
const SN = { free: '0', bound: '1', void: '2' } as const
const CHUNK = 500
/** A longer range is made in the background, with its QR codes. */
const MOST_AT_ONCE = 1000

export const deviceNumberRules: SaveHook = {
  resource: 'deviceNumber',

  async check({ tx, before, after, file }) {
    if (before) return
    const earlier = file && overlapInFile(file, after)
    if (earlier) return { startNo: `与第${earlier.line}行的编号段 ${earlier.startNo}–${earlier.endNo} 重叠` }
    // Two people with overlapping ranges come one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('deviceNumber'), ${Number(after.tenantId)})`)
    const taken = await overlap(tx, after)
    return taken ? { startNo: `与已有编号段 ${taken.startNo}–${taken.endNo} 重叠` } : undefined
  },

  /** The record is the first of its range. */
  async beforeSave({ before, after }) {
    if (before) return
    const quantity = Number(BigInt(String(after.endNo)) - BigInt(String(after.startNo))) + 1
    const sn = String(after.startNo)
    const qrUrl = after.qrUrl ? String(after.qrUrl).replaceAll('{sn}', sn) : null
    Object.assign(after, { sn, quantity, qrUrl })
  },

  async afterSave(change) {
    if (!change.before) await makeOthers(change)
  },

  forbids: (row, _caller, action) =>
    action === 'void' && row.status === SN.bound ? '已绑定设备的编号不能作废，请先解绑' : undefined,
}

/** The rest of the range: at once, or as a task that is committed with the first. */
async function makeOthers({ tx, caller, services, after, mode }: Change): Promise<void> {
  const quantity = Number(after.quantity)
  if (mode === 'add' && quantity > MOST_AT_ONCE) {
    await orderTask(
      { tx, services, caller },
      {
        kind: 'numbers',
        resource: deviceNumber.name,
        title: `生成设备编号 ${String(after.startNo)}–${String(after.endNo)}`,
        // Each is made, and each gets its code.
        total: quantity * 2,
        input: { id: after.id, startNo: after.startNo, endNo: after.endNo },
      },
    )
    return
  }
  for (let from = 1; from < quantity; from += CHUNK)
    await makeNumbers(tx, caller, after, { from, to: Math.min(from + CHUNK, quantity), operation: mode })
}

export const voidNumber = actionOf(deviceNumber, 'void', async ({ row, reason }) => {
  Object.assign(row, { status: SN.void, voidReason: reason })
})

/** A device takes the number it carries, when that is one of ours. */
export const deviceNumberBinding: SaveHook = {
  resource: 'device',

  async check({ tx, before, after }) {
    if (before) return
    const number = await numberOf(tx, after)
    if (number?.status === SN.void) return { deviceSn: '这个编号已作废' }
    if (number?.status === SN.bound) return { deviceSn: '这个编号已绑定其他设备' }
    if (number && number.deviceType !== after.deviceType) return { deviceType: '与编号登记的设备类型不同' }
  },

  async afterSave({ tx, before, after }) {
    if (before) return
    const number = await numberOf(tx, after)
    if (number) await bind(tx, number.id, { status: SN.bound, deviceId: after.id! })
  },

  async beforeDelete({ tx, row }) {
    const number = await numberOf(tx, row)
    if (number && number.deviceId === row.id) await bind(tx, number.id, { status: SN.free, deviceId: null })
  },
}

async function numberOf(tx: Tx, { tenantId, deviceSn }: Row): Promise<Row | undefined> {
  const [found] = await tx
    .select({ id: numbers.id!, status: numbers.status!, deviceType: numbers.deviceType!, deviceId: numbers.deviceId! })
    .from(numbers)
    .where(and(isNull(numbers.deleteTime!), eq(numbers.tenantId!, tenantId), eq(numbers.sn!, deviceSn)))
  return found
}

const bind = (tx: Tx, id: unknown, values: Row) =>
  tx
    .update(numbers)
    .set({ ...values, version: sql`${numbers.version} + 1` })
    .where(eq(numbers.id!, id))
