/** Numbers of devices: made by the range, never twice; bound to the device that carries them, or void. */
import { and, eq, sql } from 'drizzle-orm'
import type { Wire, Stored } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { NUMBER_HERE, numberStates } from '#resources/device/deviceNumber.ts'
import { oneOf } from '../../db/one-of.ts'
import { conflict } from '../../kernel/errors.ts'
import { actionOf } from '../../resource/action.ts'
import { hookOf, ask, put, type Change, type Question } from '../../resource/hooks.ts'
import { orderTask, ownTask, shownTask } from '../../tasks/task.ts'
import { makeNumbers, numbers, overlap, overlapInFile } from './number-ranges.ts'

const { deviceNumber } = resources

const CHUNK = 500
/** A longer range is made in the background, with its QR codes. */
const MOST_AT_ONCE = 1000

export const deviceNumberRules = hookOf(deviceNumber, {
  async check({ tx, before, after, file }) {
    if (before) return
    const earlier = file && overlapInFile(file, after)
    if (earlier) return { startNo: `与第${earlier.line}行的编号段 ${earlier.startNo}–${earlier.endNo} 重叠` }
    // Two people with overlapping ranges come one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('deviceNumber'), ${after.tenantId})`)
    const taken = await overlap(tx, after)
    return taken ? { startNo: `与已有编号段 ${taken.startNo}–${taken.endNo} 重叠` } : undefined
  },

  /** The record is the first of its range. */
  async beforeSave({ before, after }) {
    if (!before) put(after, { sn: after.startNo, quantity: Number(BigInt(after.endNo) - BigInt(after.startNo)) + 1 })
    put(after, { qrUrl: after.qrUrl?.replaceAll(NUMBER_HERE, String(after.sn)) ?? null })
  },

  async afterSave(change) {
    if (!change.before) await makeOthers(change)
  },

  forbids: (row, _caller, action) =>
    action === 'void' && row.status === numberStates.bound ? '已绑定设备的编号不能作废，请先解绑' : undefined,
})

/** The rest of the range: at once, or as a task that is committed with the first. */
async function makeOthers({
  tx,
  caller,
  services,
  after,
  mode,
  begun,
}: Change<Wire<typeof deviceNumber>>): Promise<void> {
  const quantity = Number(after.quantity)
  if (mode === 'add' && quantity > MOST_AT_ONCE) {
    const id = await orderTask(
      { tx, services, caller },
      {
        kind: 'numbers',
        resource: deviceNumber.name,
        title: `生成设备编号 ${after.startNo}–${after.endNo}`,
        // Each is made, and each gets its code.
        total: quantity * 2,
        input: { id: after.id, startNo: after.startNo, endNo: after.endNo, registered: after },
      },
    )
    begun?.push({
      said: `其余 ${(quantity - 1).toLocaleString('en-US')} 个编号正在后台生成，完成后会通知您`,
      task: shownTask(await ownTask(tx, caller, id), services),
    })
    return
  }
  for (let from = 1; from < quantity; from += CHUNK)
    await makeNumbers(tx, caller, after, { from, to: Math.min(from + CHUNK, quantity), operation: mode })
}

export const voidNumber = actionOf(deviceNumber, 'void', async ({ row, reason }) => {
  put(row, { status: numberStates.void, voidReason: reason })
})

/** A device carries a number that was registered before, and takes it. */
export const deviceNumberBinding = hookOf(resources.device, {
  inBulk: true,

  async check(change) {
    const { before, after } = change
    if (before) return
    const number = await ask(change, carried)
    if (!number) return { deviceSn: '这个设备编号没有登记过，请先在“设备编号”中登记' }
    if (number.status === numberStates.void) return { deviceSn: '这个编号已作废' }
    if (number.status === numberStates.bound) return { deviceSn: '这个编号已绑定其他设备' }
    if (number.deviceType !== after.deviceType) return { deviceType: '与编号登记的设备类型不同' }
  },

  async afterAll(changes) {
    const bound: [number: unknown, device: unknown][] = []
    for (const change of changes) {
      const number = change.before ? undefined : await ask(change, carried)
      if (number) bound.push([number.id, change.after.id])
    }
    const [first] = changes
    if (!first || !bound.length) return
    // Whoever made a number void, deleted or took it since it was looked at was first.
    const { rows: taken } = await first.tx.execute(sql`
      update ${numbers} set status = ${numberStates.bound}, device_id = of.device, version = version + 1
      from unnest(${sql.param(bound.map(([number]) => number))}::text[], ${sql.param(bound.map(([, device]) => device))}::text[])
        as of (number, device)
      where ${numbers.id} = of.number and ${numbers.status} = ${numberStates.free} and ${live(numbers)}
      returning ${numbers.id}`)
    if (taken.length !== bound.length) throw conflict('设备编号刚刚被占用、作废或删除，请刷新后再保存')
  },

  async beforeDelete({ tx, row }) {
    await tx
      .update(numbers)
      .set({ status: numberStates.free, deviceId: null, version: sql`${numbers.version} + 1` })
      .where(and(ownNumbers(row.tenantId, [row.deviceSn]), eq(numbers.deviceId, row.id)))
  },
})

const ownNumbers = (tenantId: number, sns: readonly string[]) =>
  and(live(numbers), eq(numbers.tenantId, tenantId), oneOf(numbers.sn, sns))

/** The registered number that a device is to carry. */
type Carried = Pick<Stored<typeof deviceNumber>, 'id' | 'sn' | 'status' | 'deviceType'>

const carried: Question<Carried | undefined, Wire<typeof resources.device>> = async (tx, [first, ...others]) => {
  if (!first) return () => undefined
  const found: Carried[] = await tx
    .select({ id: numbers.id, sn: numbers.sn, status: numbers.status, deviceType: numbers.deviceType })
    .from(numbers)
    .where(
      ownNumbers(
        first.after.tenantId,
        [first, ...others].map(({ after }) => after.deviceSn),
      ),
    )
  const bySn = new Map(found.map((row) => [row.sn, row]))
  return ({ after }) => bySn.get(after.deviceSn)
}
