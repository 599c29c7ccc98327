/** From one state of a device to the next, from one provider to another, and orders given from afar. */
import { and, eq } from 'drizzle-orm'
import type { NameIn } from '#model/choices.ts'
import { problemsOf } from '#model/checks.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceCommands } from '#resources/device/deviceCommand.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { enableStates } from '#resources/enabled.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { actionOf, writingOf, type ActionWork, type Work } from '../../resource/action.ts'
import { hookOf, put, type Row } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, localTime, newRow, type Writing } from '../../resource/write.ts'
import { carHolding } from '../driver/car-devices.ts'
import { deviceCommandJob } from './send-command.ts'

const { device, deviceCommand, orderMessage, serviceProvider } = resources
const orders = tableOf(orderMessage)
const providers = tableOf(serviceProvider)

type Device = Wire<typeof device>

/** Where a device may go from where it is; scrapped is the end. */
const { stock, waiting, active, repair, off, lost, scrapped } = deviceStates
const MOVES: Readonly<Record<string, readonly unknown[]>> = {
  [stock]: [waiting, active, off, scrapped],
  [waiting]: [stock, active, repair, off, lost, scrapped],
  [active]: [stock, waiting, repair, off, lost, scrapped],
  [repair]: [stock, waiting, active, off, scrapped],
  [off]: [stock, waiting, active, repair, scrapped],
  [lost]: [stock, waiting, repair, scrapped],
  [scrapped]: [],
}
const statusText = (value: unknown): string =>
  dictionaries.pb_device_status.items.find(([key]) => key === value)?.[1] ?? String(value)

function note(row: Row, { caller, services }: Omit<Writing, 'tx'>, line: Row): void {
  const lines = (row.history as Row[] | null) ?? []
  row.history = [...lines, { time: localTime(services), person: caller.realname, before: null, after: null, ...line }]
}

/** Whose car it is in earns by it and answers for it: it is taken out there before it goes to another or to nobody. */
async function leavesItsCar(tx: Tx, before: Device, after: Device): Promise<Record<string, string> | undefined> {
  const ends =
    before.status !== after.status && (after.status === deviceStates.stock || after.status === deviceStates.scrapped)
  const moves = before.providerId !== after.providerId || before.merchantId !== after.merchantId
  if (!ends && !moves) return undefined
  const car = await carHolding(tx, after, [after.id])
  if (!car || (!ends && [after.providerId, after.merchantId].includes(car.providerId))) return undefined
  return { [moves ? 'providerId' : 'status']: `设备在车辆 ${car.plateNo} 上，请先从车辆中移除` }
}

interface Provider {
  name: string
  parentId: string | null
  status: string
  userId: string | null
}

async function providerOf(tx: Tx, id: string | null | undefined): Promise<Provider | undefined> {
  if (!id) return undefined
  const [found] = await tx
    .select({
      name: providers.providerName,
      parentId: providers.parentId,
      status: providers.status,
      userId: providers.userId,
    })
    .from(providers)
    .where(and(eq(providers.id, id), live(providers)))
  return found
}

/** Provider and merchant by name. */
async function placeOf(tx: Tx, row: Device): Promise<string> {
  const provider = (await providerOf(tx, row.providerId))?.name
  const merchant = row.merchantId === row.providerId ? undefined : (await providerOf(tx, row.merchantId))?.name
  return [provider, merchant].filter(Boolean).join(' / ').slice(0, 100)
}

/** Whatever changes owner, place or state leaves a line, also when it was changed in the form. */
export const deviceLifeRules = hookOf(device, {
  inBulk: true,

  async check({ tx, before, after }) {
    if (!before) return
    if (before.status !== after.status && !MOVES[before.status]?.includes(after.status))
      return { status: `设备不能从“${statusText(before.status)}”变为“${statusText(after.status)}”` }
    return leavesItsCar(tx, before, after)
  },

  async beforeSave(change) {
    const { tx, before, after } = change
    const written = ((after.history as Row[] | null) ?? []).length > ((before?.history as Row[] | null) ?? []).length
    if (!before || written) return
    if (before.providerId !== after.providerId || before.merchantId !== after.merchantId)
      note(after, change, { kind: '划转', before: await placeOf(tx, before), after: await placeOf(tx, after) })
    if (before.status !== after.status)
      note(after, change, { kind: '状态', before: statusText(before.status), after: statusText(after.status) })
  },
})

/** Somebody rides with it now. */
async function refuseInUse({ tx, row }: Work<Device>): Promise<void> {
  const [open] = await tx
    .select({ no: orders.orderNo })
    .from(orders)
    .where(and(eq(orders.deviceId, row.id), eq(orders.status, orderStates.using), live(orders)))
    .limit(1)
  if (open) throw refused(`设备在订单 ${open.no} 中使用，请先结单`)
}

const transfer = actionOf(device, 'transfer', async (work) => {
  const { tx, row, input, caller, reason } = work
  await refuseInUse(work)
  const target = (await providerOf(tx, input.providerId))!
  if (target.status === enableStates.off) throw refused('新服务商已停用')
  const current = await providerOf(tx, row.providerId)
  if (current?.userId === caller.userId && target.parentId !== row.providerId) throw refused('只能划转给自己的直接下级')
  const merchantId = input.merchantId ?? null
  const place = merchantId && (await providerOf(tx, merchantId))
  if (place && merchantId !== input.providerId && place.parentId !== input.providerId)
    throw refused('投放商户不是新服务商的直接下级')
  if (row.providerId === input.providerId && (row.merchantId ?? null) === merchantId) throw refused('设备已在那里')
  const before = await placeOf(tx, row)
  put(row, { providerId: input.providerId, merchantId })
  if (row.status === deviceStates.stock || (row.status === deviceStates.active && !merchantId))
    row.status = deviceStates.waiting
  note(row, work, { kind: '划转', before, after: await placeOf(tx, row), reason })
})

const unbind = actionOf(device, 'unbind', async (work) => {
  const { tx, row, reason } = work
  await refuseInUse(work)
  const before = await placeOf(tx, row)
  put(row, { providerId: null, merchantId: null, status: deviceStates.stock })
  note(row, work, { kind: '解绑', before, after: '库存', reason })
})

const move = (action: 'repair' | 'restore' | 'scrap', to: (row: Device) => Device['status']): ActionWork =>
  actionOf(device, action, async (work) => {
    const { row, reason } = work
    if (action !== 'restore') await refuseInUse(work)
    const before = statusText(row.status)
    row.status = to(row)
    note(row, work, { kind: device.actions[action].label, before, after: statusText(row.status), reason })
  })

const CABINETS: readonly unknown[] = [deviceTypes.cabinet, deviceTypes.swapCabinet]

const command = (action: NameIn<typeof deviceCommands>): ActionWork => ({
  resource: device,
  action,
  async run(work: Work<Device>) {
    const { tx, services, row, input, reason } = work
    if (input.slot != null && !CABINETS.includes(row.deviceType)) throw refused('只有柜机有仓位')
    if (input.slot != null && Number(input.slot) > (row.slotTotal ?? 0))
      throw refused(`柜机只有 ${row.slotTotal ?? 0} 个仓位`)
    const made = newRow(work, deviceCommand, {
      deviceId: row.id,
      command: deviceCommands[action],
      slot: input.slot ?? null,
      targetVersion: input.targetVersion ?? null,
      commandReason: reason,
    })
    made.sysOrgCode = row.sysOrgCode
    await insertRow({ ...writingOf(work), mode: 'add', after: made, extras: {} }, deviceCommand)
    await services.jobs.send(tx, deviceCommandJob, { id: made.id })
  },
})

export const deviceWorks: readonly ActionWork[] = [
  transfer,
  unbind,
  move('repair', () => deviceStates.repair),
  // Where it stands is not known any more, or was never said: it waits until somebody does.
  move('restore', (row) =>
    row.merchantId && !Object.keys(problemsOf(device, { ...row, status: deviceStates.active })).length
      ? deviceStates.active
      : deviceStates.waiting,
  ),
  move('scrap', () => deviceStates.scrapped),
  ...(Object.keys(deviceCommands) as NameIn<typeof deviceCommands>[]).map(command),
]
