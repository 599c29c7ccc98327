/** Numbers of devices: made by the range, never twice; bound to the device that carries them, or void. */
import { and, between, eq, isNull, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { newId } from '../db/id.ts'
import type { Tx } from '../db/connect.ts'
import { actionOf } from '../resource/action.ts'
import type { Change, Row, SaveHook } from '../resource/hooks.ts'
import { tableOf } from '../resource/table.ts'
import { trace } from '../resource/trace.ts'
import { recordOf } from '../resource/write.ts'

const { deviceNumber } = resources
const numbers = tableOf(deviceNumber)

/** pb_sn_status. */
const SN = { free: '0', bound: '1', void: '2' } as const
const CHUNK = 500

/** The range that holds any of these numbers already. Numbers of one length compare as text. */
async function overlap(tx: Tx, { tenantId, startNo, endNo }: Row): Promise<Row | undefined> {
  const [found] = await tx
    .select({ startNo: numbers.startNo!, endNo: numbers.endNo! })
    .from(numbers)
    .where(
      and(
        isNull(numbers.deleteTime!),
        eq(numbers.tenantId!, tenantId),
        sql`length(${numbers.sn}) = ${String(startNo).length}`,
        between(numbers.sn!, startNo, endNo),
      ),
    )
    .orderBy(numbers.sn!)
    .limit(1)
  return found
}

export const deviceNumberRules: SaveHook = {
  resource: 'deviceNumber',

  async check({ tx, before, after }) {
    if (before) return
    // Two people with overlapping ranges come one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('deviceNumber'), ${Number(after.tenantId)})`)
    const taken = await overlap(tx, after)
    return taken ? { startNo: `与已有编号段 ${String(taken.startNo)}–${String(taken.endNo)} 重叠` } : undefined
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

/** The rest of the range, each with its row in the data log. */
async function makeOthers({ tx, caller, after, mode }: Change): Promise<void> {
  const first = BigInt(String(after.startNo))
  const width = String(after.startNo).length
  const rows = Array.from({ length: Number(after.quantity) - 1 }, (_, index): Row => {
    const sn = String(first + BigInt(index + 1)).padStart(width, '0')
    return {
      ...after,
      id: newId(),
      sn,
      qrUrl: after.qrUrl && String(after.qrUrl).replaceAll(String(after.startNo), sn),
    }
  })
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK)
    await tx.insert(numbers).values(chunk.map((row) => recordOf(deviceNumber, row)))
    await trace(
      tx,
      caller,
      deviceNumber,
      chunk.map((row) => ({ operation: mode, id: String(row.id), version: 1, after: row })),
    )
  }
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
