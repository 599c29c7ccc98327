/** What keeps a device where it is: a car, somebody who rides with it, an action that asks why, a place that is closed. */
import { and, eq } from 'drizzle-orm'
import type { Problems, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { deviceStates } from '#resources/device/device.ts'
import { enableStates } from '#resources/enabled.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { live } from '../../db/live.ts'
import { oneOf } from '../../db/one-of.ts'
import { tableOf } from '../../db/table.ts'
import { ask, type Change, type Question } from '../../resource/hooks.ts'
import { carHolding } from '../driver/car-devices.ts'
import { linesOf } from './history.ts'
import { placesOf } from './places.ts'

const { device, orderMessage } = resources
const orders = tableOf(orderMessage)
const { stock, waiting, active, repair, scrapped } = deviceStates

type Device = Wire<typeof device>
export type DeviceChange = Change<Device>

export const changesHands = (before: Device, after: Device): boolean =>
  before.providerId !== after.providerId || before.merchantId !== after.merchantId

/** From somebody who had it: at its first merchant it is still the same provider's. */
const isTaken = (before: Device | undefined, after: Device): boolean =>
  Boolean(before?.providerId && before.providerId !== after.providerId) ||
  Boolean(before?.merchantId && before.merchantId !== after.merchantId)

/** An import of it is taken back: forms, files and actions never shorten its history. */
export const isTakenBack = (before: Device | undefined, after: Device): boolean =>
  linesOf(after).length < linesOf(before).length

/** The first reason there is, at its field. `byAction`: somebody was asked why, and may. */
export async function problemsOfLeaving(change: DeviceChange, byAction: boolean): Promise<Problems | undefined> {
  return (
    (await leavesItsCar(change)) ??
    (byAction ? undefined : hasItsAction(change)) ??
    (await leavesItsRider(change)) ??
    (await goesNowhere(change))
  )
}

/** Whose car it is in earns by it and answers for it: it is taken out there before it goes to another or to nobody. */
async function leavesItsCar({ tx, before, after }: DeviceChange): Promise<Problems | undefined> {
  if (!before) return undefined
  const ends = before.status !== after.status && (after.status === stock || after.status === scrapped)
  const moves = changesHands(before, after)
  if (!ends && !moves) return undefined
  const car = await carHolding(tx, after, [after.id])
  if (!car || (!ends && [after.providerId, after.merchantId].includes(car.providerId))) return undefined
  return { [moves ? 'providerId' : 'status']: `设备在车辆 ${car.plateNo} 上，请先从车辆中移除` }
}

type Way = 'transfer' | 'unbind' | 'repair' | 'restore' | 'scrap'

/** State → what leads there, from where the device is. */
const WAYS = { [repair]: 'repair', [waiting]: 'restore', [active]: 'restore' } as const

/** What asks for a reason and a permission of its own is not done by writing the field, in the states that offer it. */
function hasItsAction({ before, after }: DeviceChange): Problems | undefined {
  if (!before) return undefined
  const by = (field: keyof Device, action: Way): Problems | undefined =>
    (device.actions[action].when.status as readonly string[]).includes(before.status)
      ? { [field]: `请用“${device.actions[action].label}”` }
      : undefined
  // Before anything was put out it may be written anew for whom.
  if (isTaken(before, after) && (before.status !== stock || after.providerId)) {
    const field = before.providerId === after.providerId ? 'merchantId' : 'providerId'
    if (before.status === scrapped) return { [field]: '已报废的设备不能更改归属' }
    const problem = by(field, field === 'merchantId' || after.providerId ? 'transfer' : 'unbind')
    if (problem) return problem
  }
  if (before.status === after.status) return undefined
  if (after.status === scrapped) return by('status', 'scrap')
  if (after.status === stock && before.providerId) return by('status', 'unbind')
  const way = WAYS[after.status as keyof typeof WAYS]
  return way && by('status', way)
}

const leaves = ({ before, after }: DeviceChange): boolean =>
  isTaken(before, after) ||
  (before !== undefined && before.status !== after.status && after.status !== active && after.status !== waiting)

/** The orders in which these devices are used now, by device. */
export async function ordersUsing(
  db: Database | Tx,
  tenantId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = ids.length
    ? await db
        .select({ id: orders.deviceId, no: orders.orderNo })
        .from(orders)
        .where(
          and(
            eq(orders.tenantId, tenantId),
            oneOf(orders.deviceId, ids),
            eq(orders.status, orderStates.using),
            live(orders),
          ),
        )
    : []
  return new Map(found.map(({ id, no }) => [id, no]))
}

export const inUse = ({ deviceSn }: Pick<Device, 'deviceSn'>, orderNo: string): string =>
  `设备 ${deviceSn} 在订单 ${orderNo} 中使用，请先结单`

const orderOf: Question<string | undefined, Device> = async (tx, changes) => {
  const leaving = changes.filter(leaves).map(({ after }) => after)
  const numbers = await ordersUsing(
    tx,
    leaving[0]?.tenantId ?? 0,
    leaving.map(({ id }) => id),
  )
  return ({ after }) => numbers.get(after.id)
}

/** Somebody rides with it now. */
async function leavesItsRider(change: DeviceChange): Promise<Problems | undefined> {
  if (!leaves(change)) return undefined
  const { before, after } = change
  const no = await ask(change, orderOf)
  return no === undefined ? undefined : { [isTaken(before, after) ? 'providerId' : 'status']: inUse(after, no) }
}

/** To somebody who is there: of one's own devices to those right below. */
async function goesNowhere(change: DeviceChange): Promise<Problems | undefined> {
  const { caller, before, after } = change
  if (before && !changesHands(before, after)) return undefined
  const place = await ask(change, placesOf)
  const [provider, merchant, former] = [place(after.providerId), place(after.merchantId), place(before?.providerId)]
  if (before?.providerId !== after.providerId) {
    if (provider?.status === enableStates.off) return { providerId: '该服务商已停用' }
    if (provider && former && former.userId === caller.userId && provider.parentId !== former.id)
      return { providerId: '只能划转给自己的直接下级' }
  }
  if (before?.merchantId !== after.merchantId && merchant?.status === enableStates.off)
    return { merchantId: '该投放商户已停用' }
  return before && merchant && provider && merchant.id !== provider.id && merchant.parentId !== provider.id
    ? { merchantId: '投放商户不是所属服务商的直接下级' }
    : undefined
}
