/** Taxi drivers below some districts, with their cars and the chargers on board; some wait for review. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import { sexes } from '#resources/sexes.ts'
import { carStates, carTypes } from '#resources/device/driverCar.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { deviceStates, onlineStates } from '#resources/device/device.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { Chance } from './chance.ts'
import { DAY, daysFrom, HOUR, rowBy } from './made-by.ts'
import { Account } from './ledger.ts'
import { idCard, mobile, personName } from './names.ts'
import type { Numbers } from './numbers.ts'
import { picturePath } from './pictures.ts'
import type { Provider } from './providers.ts'
import { trailRows, type Step } from './trail.ts'

const CARS = ['大众 帕萨特', '比亚迪 秦PLUS', '丰田 卡罗拉', '北京现代 伊兰特', '比亚迪 e5']
const COLOURS = ['黄色', '白色', '蓝绿色', '银灰色']
/** The letters of plates, by the first four digits of the city. */
const PLATES: Readonly<Record<string, string>> = {
  '4403': '粤B',
  '4401': '粤A',
  '4406': '粤E',
  '3301': '浙A',
  '3302': '浙B',
  '3303': '浙C',
  '3201': '苏A',
  '3205': '苏E',
  '5101': '川A',
  '5107': '川B',
  '4201': '鄂A',
  '4205': '鄂E',
}
/** pb_driver_status, one each; 3 refused, 2 switched off. */
const STATES = [
  driverStates.waiting,
  driverStates.waiting,
  driverStates.waiting,
  driverStates.rejected,
  driverStates.off,
  ...Array<typeof driverStates.normal>(15).fill(driverStates.normal),
] as const
const REFUSAL = '驾驶证照片不清晰，请重新上传'

export interface Driver {
  id: string
  name: string
  provider: Provider
  status: (typeof STATES)[number]
  at: Date
  account: Account
  /** Devices in cars of theirs that are on the road. */
  onBoard: number
  row: Record<string, unknown>
}

/** A car on the road, since when, with its chargers. */
interface Car {
  driver: Driver
  since: Date
  devices: Record<string, unknown>[]
}

export class Drivers {
  readonly drivers: Driver[] = []
  readonly cars: Record<string, unknown>[] = []
  readonly onTheRoad: Car[] = []
  readonly devices: Record<string, unknown>[] = []
  readonly driverTrails: Record<string, unknown>[] = []
  readonly carTrails: Record<string, unknown>[] = []
  private readonly chance = new Chance(127)

  constructor(
    private readonly numbers: Numbers,
    private readonly now: Date,
  ) {}

  /** How many a notice to all drivers reaches. */
  get working(): number {
    return this.drivers.filter(({ status }) => status === driverStates.normal).length
  }

  plan(providers: readonly Provider[]): void {
    const districts = providers.filter(({ level, row }) => level === 3 && row.status === enableStates.on).slice(0, 6)
    STATES.forEach((status, index) => this.addDriver(districts[index % districts.length]!, status, index))
    const working = this.drivers.filter(({ status }) => status === driverStates.normal)
    working
      .slice(0, 12)
      .forEach((driver, index) =>
        this.addCar(driver, index < 9 ? carStates.normal : index === 9 ? carStates.stopped : carStates.unbound, index),
      )
    working.slice(12, 14).forEach((driver, index) => this.addCar(driver, carStates.waiting, 12 + index))
  }

  private review(status: string, at: Date): Step[] {
    const later = (hours: number) => new Date(at.getTime() + hours * HOUR)
    return [
      { step: '申请', result: '已提交', at, by: 'two_departs', host: '浏览器' },
      ...(status === driverStates.waiting
        ? []
        : status === driverStates.rejected
          ? [{ step: '审核', result: '驳回', at: later(3), by: 'operator', host: '浏览器', reason: REFUSAL }]
          : [{ step: '审核', result: '通过', at: later(3), by: 'operator', host: '企业微信' }]),
    ]
  }

  private addDriver(provider: Provider, status: Driver['status'], index: number): void {
    const { chance, numbers, now } = this
    const at =
      status === driverStates.waiting
        ? new Date(now.getTime() - (index + 1) * 3 * HOUR)
        : daysFrom(now, -chance.int(30, 90))
    const driverNo = numbers.take('SJ', at)
    const id = seedId('driver', driverNo)
    const idCardNo = idCard(chance, provider.areaCode)
    const name = personName(chance)
    const steps = this.review(status, at)
    this.drivers.push({
      id,
      name,
      provider,
      status,
      at,
      account: new Account(ownerTypes.driver, id, provider.orgCode),
      onBoard: 0,
      row: {
        ...rowBy('two_departs', at, provider.orgCode),
        id,
        version: steps.length,
        driverNo,
        realName: name,
        phone: mobile(chance, 80_000 + index),
        sex: chance.is(0.85) ? sexes.male : sexes.female,
        idCardNo,
        idCardImgs: `${picturePath('idFront')},${picturePath('idBack')}`,
        driverLicenseNo: idCardNo,
        driverLicenseImg: picturePath('license'),
        licenseEnd: daysFrom(now, chance.int(40, 2000)).toISOString().slice(0, 10),
        providerId: provider.id,
        shareRatio: chance.int(20, 30) * 50,
        freezeAmount: chance.pick([1000, 2000, 3000]),
        carCount: 0,
        openId: chance.is(0.7) ? `o${chance.digits(6)}-wx${chance.digits(12)}` : undefined,
        status,
        auditReason: status === driverStates.rejected ? REFUSAL : undefined,
        dueTime: status === driverStates.waiting ? new Date(at.getTime() + 24 * HOUR).toISOString() : undefined,
      },
    })
    this.driverTrails.push(...trailRows('driver', id, steps))
  }

  /** pb_car_status; each with two chargers on board, the unbound one without. */
  private addCar(driver: Driver, status: ValueIn<typeof carStates>, index: number): void {
    const { chance, now } = this
    const { provider } = driver
    const at =
      status === carStates.waiting
        ? new Date(now.getTime() - (index - 9) * HOUR)
        : new Date(driver.at.getTime() + 20 * HOUR)
    const plateNo = `${PLATES[provider.areaCode.slice(0, 4)] ?? '粤B'}${chance.pick(['D', 'T', 'X', 'F'])}${chance.digits(4)}`
    const id = seedId('car', plateNo)
    const bound = status === carStates.normal || status === carStates.stopped || status === carStates.unbound
    const steps = this.review(bound ? driverStates.normal : status, at)
    const bindTime = new Date(at.getTime() + 3 * HOUR)
    const unbindTime = daysFrom(now, -2)
    if (status === carStates.unbound)
      steps.push({ step: '解绑', result: '已解绑', at: unbindTime, by: 'operator', host: '浏览器', reason: '车辆报废' })
    if (status === carStates.stopped)
      steps.push({ step: '停运', result: '已停运', at: unbindTime, by: 'operator', host: '浏览器', reason: '车辆维修' })
    const onBoard = [0, 1].map(() => this.addDevice(provider, status !== carStates.waiting, driver))
    if (status === carStates.normal || status === carStates.stopped) driver.row.carCount = 1
    if (status === carStates.normal) {
      driver.onBoard += onBoard.length
      this.onTheRoad.push({ driver, since: bindTime, devices: onBoard })
    }
    const deputy = this.drivers.find(
      (one) => one !== driver && one.status === driverStates.normal && one.provider === provider && index % 2 === 0,
    )
    this.cars.push({
      ...rowBy('two_departs', at, provider.orgCode),
      id,
      version: steps.length,
      plateNo,
      carType: chance.pick([carTypes.taxi, carTypes.taxi, carTypes.ride]),
      brandModel: chance.pick(CARS),
      color: chance.pick(COLOURS),
      vin: `LSV${chance.digits(5)}K${chance.digits(8)}`,
      driverId: driver.id,
      deputyIds: deputy?.id,
      licenseImg: picturePath('car'),
      insuranceEnd: daysFrom(now, index % 5 === 1 ? chance.int(5, 25) : chance.int(60, 360))
        .toISOString()
        .slice(0, 10),
      providerId: provider.id,
      deviceIds: onBoard.map((device) => device.id).join(','),
      areaCode: provider.areaCode,
      status,
      bindTime: bound ? bindTime.toISOString() : undefined,
      unbindTime: status === carStates.unbound ? unbindTime.toISOString() : undefined,
      dueTime: status === carStates.waiting ? new Date(at.getTime() + 24 * HOUR).toISOString() : undefined,
    })
    this.carTrails.push(...trailRows('car', id, steps))
  }

  private addDevice(provider: Provider, active: boolean, driver: Driver): Record<string, unknown> {
    const number = this.devices.length + 1
    const deviceSn = `60${String(number).padStart(8, '0')}`
    const id = seedId('device', deviceSn)
    provider.deviceCount += 1
    if (active) provider.activeCount += 1
    const row = {
      ...rowBy('operator', driver.at, provider.orgCode),
      id,
      deviceSn,
      deviceName: `车载充电器${number}`,
      deviceType: deviceTypes.carCharger,
      model: 'VC-2',
      providerId: provider.id,
      areaCode: provider.areaCode,
      status: active ? deviceStates.active : deviceStates.waiting,
      onlineStatus: active ? onlineStates.online : onlineStates.offline,
      firmware: '1.0.3',
      activeTime: active ? driver.at.toISOString() : undefined,
      faultCount: 0,
    }
    this.devices.push(row)
    return row
  }
}

/** A driver's part of an order in the car. As long as the money for the devices is not all there, it stays frozen. */
export function earn({ account, onBoard, row }: Driver, order: { orderNo: string; amount: number; end: Date }): void {
  const share = Math.floor((order.amount * Number(row.shareRatio)) / 10_000)
  if (!share) return
  const at = order.end
  const settleTime = new Date(at.getTime() + DAY)
  account.move({
    at,
    type: amountTypes.share,
    direction: directions.income,
    amount: share,
    bizType: 'order',
    bizNo: order.orderNo,
    settleTime,
  })
  const missing = Math.min(Number(row.freezeAmount) * onBoard - account.frozen, account.balance)
  const source = { bizType: 'driverMessage' as const, bizNo: String(row.driverNo), remark: '设备款冻结' }
  if (missing > 0)
    account.move({ ...source, at, type: amountTypes.deviceFreeze, direction: directions.freeze, amount: missing })
}

export async function seedDrivers(tx: Tx, planned: Drivers): Promise<void> {
  await insertMany(tx, tableOf(resources.device), planned.devices)
  await insertMany(
    tx,
    tableOf(resources.driverMessage),
    planned.drivers.map(({ row, account: { balance, frozen } }) => ({ ...row, balance, frozen, deviceFrozen: frozen })),
  )
  await insertMany(tx, tableOf(resources.driverCar), planned.cars)
  await insertMany(tx, lineTablesOf(resources.driverMessage).auditTrail, planned.driverTrails)
  await insertMany(tx, lineTablesOf(resources.driverCar).auditTrail, planned.carTrails)
}
