/** Drivers and their cars: reviewed, switched off and on; one plate, one device, one car at a time. */
import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Problems, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { allOf } from '../../db/all-of.ts'
import { carStates } from '#resources/device/driverCar.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { deviceStates } from '#resources/device/device.ts'
import { enableStates } from '#resources/enabled.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { lockRatios, roomAt } from '../../money/chain.ts'
import { deviceMoneyChanged } from '../../money/device-money.ts'
import { lockLedger } from '../../money/ledger.ts'
import { hundredthsOf, readConfig } from '../../resource/config.ts'
import { fen } from '../../money/withdrawal.ts'
import { addStep, systemCaller } from '../../resource/trail.ts'
import { actionOf, writingOf, type ActionWork, type Work } from '../../resource/action.ts'
import { hookOf, put, type Change } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { localTime, updateRow } from '../../resource/write.ts'
import { HOLDING, holdsPlateAndDevices } from './car-devices.ts'
import { approvalOf, ask } from '../approval/work.ts'

const { device, driverCar, driverMessage, serviceProvider } = resources
const devices = tableOf(device)
const cars = tableOf(driverCar)
const drivers = tableOf(driverMessage)
const providers = tableOf(serviceProvider)

type Driver = Wire<typeof driverMessage>
type Car = Wire<typeof driverCar>

const ids = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean)

async function providerOf(tx: Tx, id: string) {
  const [found] = await tx
    .select({ sysOrgCode: providers.sysOrgCode, status: providers.status })
    .from(providers)
    .where(and(eq(providers.id, id), live(providers)))
  return found
}

/** Who sees the provider sees what is theirs. */
const belongsToProvider = async ({ tx, before, after }: Change<Driver> | Change<Car>) => {
  if (before?.providerId === after.providerId) return
  const provider = await providerOf(tx, after.providerId)
  if (provider?.status === enableStates.off) return { providerId: '该服务商已停用' }
  after.sysOrgCode = provider?.sysOrgCode ?? after.sysOrgCode
}

/** The day a paper has run out, where somebody writes it or lets its owner go on; one that runs out later changes nothing. */
function expiry({ services, before, after }: Change, name: string, onTheRoad: readonly string[]): string | undefined {
  const end = after[name]
  if (typeof end !== 'string' || end >= localTime(services).slice(0, 10)) return undefined
  // Of who is off the road it may be written as it is: a correction, an import, an import taken back.
  if (!onTheRoad.includes(String(after.status))) return undefined
  return before?.status !== after.status || before?.[name] !== end ? end : undefined
}

/** Who drives, or wants to. */
const WORKING: readonly string[] = [driverStates.waiting, driverStates.normal]

/** The car that holds this driver, main or deputy. */
async function carOf(tx: Tx, { id, tenantId }: Driver): Promise<{ plateNo: string } | undefined> {
  const [found] = await tx
    .select({ plateNo: cars.plateNo })
    .from(cars)
    .where(
      and(
        live(cars),
        eq(cars.tenantId, tenantId),
        inArray(cars.status, HOLDING),
        or(eq(cars.driverId, id), sql`string_to_array(${cars.deputyIds}, ',') @> array[${id}]`),
      ),
    )
    .limit(1)
  return found
}

export const driverRules = hookOf(driverMessage, {
  // An amount for the devices that changes moves money of the driver; a ratio must fit where he is.
  async locksFirst(tx) {
    await lockLedger(tx)
    await lockRatios(tx)
  },
  async check(change) {
    const { tx, before, after } = change
    const expired = expiry(change, 'licenseEnd', WORKING)
    if (expired) return { licenseEnd: `驾驶证已于 ${expired} 到期` }
    const starts = before?.status !== after.status && WORKING.includes(String(after.status))
    if (starts || before?.freezeAmount !== after.freezeAmount) {
      const most = hundredthsOf(await readConfig(tx, after.tenantId), 'driver.freezeMax')
      if (fen(after, 'freezeAmount') > most) return { freezeAmount: `每台设备不超过 ${fromHundredths(most)} 元` }
    }
    // His car stays where it is, and earns for the people there: the ledger's lock keeps a car from taking him meanwhile.
    const held = before && before.providerId !== after.providerId && (await carOf(tx, after))
    if (held) return { providerId: `司机在车辆 ${held.plateNo} 上，请先解绑车辆或更换司机` }
    const own = fen(after, 'shareRatio')
    if (before?.providerId === after.providerId && own <= fen(before, 'shareRatio')) return
    const { left } = await roomAt(tx, { above: after.providerId })
    if (own > left) return { shareRatio: `所属服务商一路最多还能给 ${fromHundredths(left)}%` }
  },
  beforeSave: belongsToProvider,

  async afterSave(change) {
    const { before, after } = change
    if (before && before.freezeAmount !== after.freezeAmount) await deviceMoneyChanged(change, after.tenantId, after.id)
  },
})

export const carRules = hookOf(driverCar, {
  // Devices that come or go move money of the driver, after his record and theirs were written.
  locksFirst: lockLedger,

  async check(change) {
    const { tx, before, after } = change
    const expired = expiry(change, 'insuranceEnd', [carStates.waiting, carStates.normal])
    if (expired) return { insuranceEnd: `保险已于 ${expired} 到期` }
    // Only what comes on the road, or is new there, must fit: nothing keeps a car from being stopped.
    if (!holdsPlateAndDevices(after)) return
    const held = holdsPlateAndDevices(before) ? before : undefined
    return (
      (held?.plateNo === after.plateNo ? undefined : await plateProblem(tx, after)) ??
      (await driverProblem(tx, after, held)) ??
      (held?.deviceIds === after.deviceIds && held.providerId === after.providerId
        ? undefined
        : await deviceProblem(tx, after))
    )
  },

  beforeSave: belongsToProvider,

  async afterSave(change) {
    const { tx, before, after } = change
    const holds = (row: Car | undefined) => row?.status === carStates.normal && `${row.driverId} ${row.deviceIds}`
    const moved = holds(before) !== holds(after)
    for (const driver of new Set([before?.driverId, after.driverId].filter((id) => id !== undefined))) {
      await countCars(tx, driver)
      if (moved) await deviceMoneyChanged(change, after.tenantId, driver)
    }
  },
})

const others = (after: Car): SQL =>
  allOf(live(cars), eq(cars.tenantId, after.tenantId), ne(cars.id, after.id), inArray(cars.status, HOLDING))

async function plateProblem(tx: Tx, after: Car) {
  const [same] = await tx
    .select({ id: cars.id })
    .from(cars)
    .where(and(others(after), eq(cars.plateNo, after.plateNo)))
    .limit(1)
  return same ? { plateNo: '这个车牌号已有一辆待审核或使用中的车' } : undefined
}

async function driverProblem(tx: Tx, after: Car, before?: Car): Promise<Problems | undefined> {
  const starts = after.status === carStates.normal && before?.status !== after.status
  // Who sat there already is looked at again where the car goes on, or to another provider.
  const same = !starts && before?.providerId === after.providerId ? before : undefined
  const asked = [
    ...(same?.driverId === after.driverId ? [] : [after.driverId]),
    ...ids(after.deputyIds).filter((id) => !ids(same?.deputyIds).includes(id)),
  ]
  if (!asked.length) return undefined
  const found = await tx
    .select({ id: drivers.id, status: drivers.status, providerId: drivers.providerId })
    .from(drivers)
    .where(inArray(drivers.id, asked))
  for (const { id, status, providerId } of found) {
    const field = id === after.driverId ? 'driverId' : 'deputyIds'
    if (status === driverStates.off || status === driverStates.rejected) return { [field]: '司机已停用或审核未通过' }
    if (field === 'driverId' && after.status === carStates.normal && status !== driverStates.normal)
      return { driverId: NOT_REVIEWED }
    if (providerId !== after.providerId) return { [field]: '司机不属于车辆的服务商' }
  }
}

const NOT_REVIEWED = '主班司机尚未通过审核或已停用'

async function deviceProblem(tx: Tx, after: Car): Promise<Problems | undefined> {
  const wanted = ids(after.deviceIds)
  if (!wanted.length) return undefined
  const found = await tx
    .select({ sn: devices.deviceSn, providerId: devices.providerId, merchantId: devices.merchantId })
    .from(devices)
    .where(inArray(devices.id, wanted))
  const strange = found.find(({ providerId, merchantId }) => ![providerId, merchantId].includes(after.providerId))
  if (strange) return { deviceIds: `设备 ${strange.sn} 不属于车辆的服务商` }
  for (const id of wanted) {
    const [other] = await tx
      .select({ plateNo: cars.plateNo })
      .from(cars)
      .where(and(others(after), sql`(',' || ${cars.deviceIds} || ',') like ${`%,${id},%`}`))
      .limit(1)
    if (other) return { deviceIds: `有设备已在车辆 ${other.plateNo} 上` }
  }
}

/** 车辆数 of a driver: cars of theirs that are not unbound. */
const countCars = (tx: Tx, driverId: string) =>
  tx
    .update(drivers)
    .set({
      carCount: sql`(select count(*)::int from ${cars} car where car.driver_id = ${driverId} and car.status in (${carStates.normal}, ${carStates.stopped}) and ${live('car')})`,
    })
    .where(eq(drivers.id, driverId))

const said = async ({ row, reason }: Work<Driver> | Work<Car>) => {
  row.auditReason = reason ?? null
}

export const driverApproval = approvalOf(driverMessage, { passed: said, rejected: said })
export const carApproval = approvalOf(driverCar, {
  async passed(work) {
    const [driver] = await work.tx
      .select({ status: drivers.status })
      .from(drivers)
      .where(eq(drivers.id, work.row.driverId))
    if (driver?.status !== driverStates.normal) throw refused(NOT_REVIEWED)
    await activate(work)
    put(work.row, { bindTime: localTime(work.services), unbindTime: null, auditReason: work.reason ?? null })
  },
  rejected: said,
})

/** What hangs in a car begins to work with it. pb_device_status: activated, from anything before that. */
async function activate(work: Work<Car>): Promise<void> {
  const writing = { ...writingOf(work), caller: systemCaller(work.row.tenantId) }
  for (const id of ids(work.row.deviceIds).sort()) {
    const before = await findRow(work.tx, writing.caller, device, id, true)
    if (!before || (before.status !== deviceStates.stock && before.status !== deviceStates.waiting)) continue
    const after = { ...structuredClone(before), status: deviceStates.active }
    await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, device)
  }
}

const resubmit = (resource: typeof driverMessage | typeof driverCar): ActionWork => ({
  resource,
  action: 'resubmit',
  async run(work) {
    work.row.auditReason = null
    await ask(resource, work.row, work)
  },
})

const turn = (
  resource: typeof driverMessage | typeof driverCar,
  action: 'disable' | 'enable',
  status: string,
): ActionWork => ({
  resource,
  action,
  async run(work) {
    work.row.status = status
    const { label } = resource.actions[action]
    addStep(work.row, work, label, `已${label}`, work.reason)
  },
})

const disableDriver = turn(driverMessage, 'disable', driverStates.off)
const stopDriver = actionOf(driverMessage, 'disable', async (work) => {
  const [driving] = await work.tx
    .select({ plateNo: cars.plateNo })
    .from(cars)
    .where(and(live(cars), eq(cars.driverId, work.row.id), eq(cars.status, carStates.normal)))
    .limit(1)
  if (driving) throw refused(`司机名下车辆 ${driving.plateNo} 正在运营，请先停运或更换主班司机`)
  await disableDriver.run(work)
})

const unbindCar = actionOf(driverCar, 'unbind', async (work) => {
  put(work.row, { status: carStates.unbound, unbindTime: localTime(work.services) })
  addStep(work.row, work, '解绑', '已解绑', work.reason)
})

export const driverWorks: readonly ActionWork[] = [
  resubmit(driverMessage),
  resubmit(driverCar),
  stopDriver,
  turn(driverMessage, 'enable', driverStates.normal),
  turn(driverCar, 'disable', carStates.stopped),
  turn(driverCar, 'enable', carStates.normal),
  unbindCar,
]
