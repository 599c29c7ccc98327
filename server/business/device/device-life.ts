/** From one state of a device to the next, from one provider to another, and orders given from afar. */
import { and, eq } from 'drizzle-orm'
import type { NameIn } from '#model/choices.ts'
import { problemsOf } from '#model/checks.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceCommands } from '#resources/device/deviceCommand.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { refused } from '../../kernel/errors.ts'
import { actionOf, writingOf, type ActionWork, type Work } from '../../resource/action.ts'
import { ask, hookOf, put } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { systemCaller } from '../../resource/trail.ts'
import { live } from '../../db/live.ts'
import { oneOf } from '../../db/one-of.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, newRow, updateRow } from '../../resource/write.ts'
import { linesOf, note, statusText } from './history.ts'
import { changesHands, inUse, isTakenBack, ordersUsing, problemsOfLeaving, type DeviceChange } from './leaving.ts'
import { placesOf } from './places.ts'
import { deviceCommandJob } from './send-command.ts'

const { device, deviceCommand } = resources
const devices = tableOf(device)

type Device = Wire<typeof device>

/** Where a device may go from where it is; scrapped is the end. */
const { stock, waiting, active, repair, off, lost, scrapped } = deviceStates
const MOVES: Readonly<Record<string, readonly unknown[]>> = {
  [stock]: [waiting, active, off, scrapped],
  [waiting]: [stock, active, repair, off, lost, scrapped],
  [active]: [stock, waiting, repair, off, lost],
  [repair]: [stock, waiting, active, off, scrapped],
  [off]: [stock, waiting, active, repair, scrapped],
  [lost]: [stock, waiting, repair, scrapped],
  [scrapped]: [],
}
const HANDED_ON = '划转'
const STOCK = '库存'

/** Provider and merchant by name. */
async function placeOf(change: DeviceChange, { providerId, merchantId }: Device): Promise<string> {
  const place = await ask(change, placesOf)
  const merchant = merchantId === providerId ? undefined : place(merchantId)
  const names = [place(providerId), merchant].flatMap((one) => one?.providerName ?? [])
  return names.join(' / ').slice(0, 100)
}

/** What an action wrote of it, which asked for a reason; or its line goes with what is taken back. */
const isNoted = ({ before, after }: DeviceChange): boolean => linesOf(after).length !== linesOf(before).length

/** Whatever changes owner, place or state leaves a line, also when it was changed in the form; what is inside goes with it. */
export const deviceLifeRules = hookOf(device, {
  inBulk: true,

  async check(change) {
    const { before, after } = change
    const moves = before !== undefined && before.status !== after.status && !isTakenBack(before, after)
    if (moves && !MOVES[before.status]?.includes(after.status))
      return { status: `设备不能从“${statusText(before.status)}”变为“${statusText(after.status)}”` }
    return problemsOfLeaving(change, isNoted(change))
  },

  async beforeSave(change) {
    const { before, after } = change
    if (!before || isNoted(change)) return
    if (changesHands(before, after))
      note(after, change, {
        kind: HANDED_ON,
        before: await placeOf(change, before),
        after: await placeOf(change, after),
      })
    if (before.status !== after.status)
      note(after, change, { kind: '状态', before: statusText(before.status), after: statusText(after.status) })
  },

  afterAll: takeAlong,

  /** What stands in a cabinet that is chosen with it needs no action of its own. */
  async hinders(rows, { services: { db }, caller: { tenantId } }, action) {
    if (action !== 'transfer' && action !== 'unbind') return new Map()
    const chosen = new Map(rows.map((row) => [row.id, row]))
    const ids = [...chosen.keys()]
    const within = await db
      .select({ id: devices.id, deviceSn: devices.deviceSn, parentId: devices.parentId })
      .from(devices)
      .where(and(eq(devices.tenantId, tenantId), oneOf(devices.parentId, ids), live(devices)))
    const using = await ordersUsing(db, tenantId, [...ids, ...within.map(({ id }) => id)])
    const said = ({ id, deviceSn }: { id: string; deviceSn: string }) =>
      using.has(id) ? inUse({ deviceSn }, using.get(id)!) : undefined
    // It goes with all that stands in it, or not at all.
    const why = new Map(ids.map((id) => [id, said(chosen.get(id)!)]))
    for (const one of within) if (!why.get(one.parentId!)) why.set(one.parentId!, said(one))
    return new Map(
      rows.flatMap((row) => {
        const cabinet = row.parentId && !why.get(row.parentId) ? chosen.get(row.parentId) : undefined
        const goesAlong = cabinet && cabinet.providerId === row.providerId && cabinet.merchantId === row.merchantId
        const reason = goesAlong
          ? `随所在柜机 ${cabinet.deviceSn} 一起${device.actions[action].label}`
          : why.get(row.id)
        return reason === undefined ? [] : [[row, reason] as const]
      }),
    )
  },
})

/** Whoever gets it puts it out anew, if it was not out of service; who has it no more keeps it in stock. */
const statusAfter = ({ status, providerId, merchantId }: Device): Device['status'] => {
  if (!providerId) return status === waiting || status === active ? stock : status
  return status === stock || (status === active && !merchantId) ? waiting : status
}

/** What is in a cabinet goes with it, whoever sees it. */
async function takeAlong(changes: readonly DeviceChange[]): Promise<void> {
  // What went along with an import is taken back by itself.
  const moved = new Map(
    changes.flatMap((change) => {
      const { before, after } = change
      return before && changesHands(before, after) && !isTakenBack(before, after) ? [[after.id, change] as const] : []
    }),
  )
  const [first] = moved.values()
  if (!first) return
  const inside = await first.tx
    .select({ id: devices.id, parentId: devices.parentId })
    .from(devices)
    .where(and(oneOf(devices.parentId, [...moved.keys()]), eq(devices.tenantId, first.after.tenantId), live(devices)))
    .orderBy(devices.id)
  for (const { id, parentId } of inside) await follow(moved.get(parentId!)!, id)
}

async function follow(change: DeviceChange, id: string): Promise<void> {
  const { tx, before, after } = change
  const was = await findRow(tx, systemCaller(after.tenantId), device, id, true)
  if (!was || !changesHands(was, after)) return
  const writing = writingOf(change)
  const { kind = HANDED_ON, reason = null } = linesOf(after)[linesOf(before).length] ?? {}
  const operation = reason === null ? 'edit' : after.providerId ? 'transfer' : 'unbind'
  const row = put(structuredClone(was), { providerId: after.providerId, merchantId: after.merchantId })
  if (operation !== 'edit') row.status = statusAfter(row)
  const moving = { ...writing, mode: 'edit' as const, before: was, after: row, extras: {} }
  const to = after.providerId ? await placeOf(moving, row) : STOCK
  note(row, writing, { kind, before: await placeOf(moving, was), after: to, reason })
  await updateRow(moving, device, operation)
}

/** The record of an action as the change that it will be. */
const changeOf = ({ row, before, ...work }: Work<Device>): DeviceChange => ({
  ...writingOf(work),
  mode: 'edit',
  before,
  after: row,
  extras: {},
})

const transfer = actionOf(device, 'transfer', async (work) => {
  const { row, before, input, reason } = work
  const merchantId = input.merchantId ?? null
  if (row.providerId === input.providerId && (row.merchantId ?? null) === merchantId) throw refused('设备已在那里')
  put(row, { providerId: input.providerId, merchantId })
  row.status = statusAfter(row)
  const change = changeOf(work)
  const line = { kind: HANDED_ON, before: await placeOf(change, before), after: await placeOf(change, row), reason }
  note(row, work, line)
})

const unbind = actionOf(device, 'unbind', async (work) => {
  const { row, before, reason } = work
  const from = await placeOf(changeOf(work), before)
  put(row, { providerId: null, merchantId: null, status: stock })
  note(row, work, { kind: '解绑', before: from, after: STOCK, reason })
})

const move = (action: 'repair' | 'restore' | 'scrap', to: (row: Device) => Device['status']): ActionWork =>
  actionOf(device, action, async (work) => {
    const { row, reason } = work
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
