/** A cabinet for every device a merchant counts, with two power banks each. */
import { resources } from '#resources/index.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { deviceStates, onlineStates } from '#resources/device/device.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { Chance } from './chance.ts'
import type { Provider } from './providers.ts'

const DAY = 86_400_000
const BANKS = 2
const SLOTS = 8

export interface Cabinet {
  id: string
  merchant: Provider
  banks: string[]
  active: boolean
  lastOrderTime?: Date
  row: Record<string, unknown>
}

export function planDevices(
  providers: readonly Provider[],
  now: Date,
): { cabinets: Cabinet[]; rows: Record<string, unknown>[] } {
  // A stream of its own: what else there is stays as it was.
  const chance = new Chance(31)
  const cabinets: Cabinet[] = []
  const rows: Record<string, unknown>[] = []
  const add = (sn: string, merchant: Provider, more: Record<string, unknown>) => {
    const row = {
      id: seedId('device', sn),
      tenantId: TENANT,
      sysOrgCode: merchant.orgCode,
      createBy: 'operator',
      createTime: merchant.createTime.toISOString(),
      version: 1,
      deviceSn: sn,
      providerId: merchant.parent?.id,
      merchantId: merchant.id,
      areaCode: merchant.areaCode,
      faultCount: 0,
      ...more,
    }
    rows.push(row)
    return row
  }
  for (const merchant of providers.filter(({ level }) => level === 5))
    for (let index = 0; index < merchant.deviceCount; index++) {
      const number = cabinets.length + 1
      const active = index < merchant.activeCount
      const offline = active && chance.is(0.06)
      const row = add(`10${String(number).padStart(8, '0')}`, merchant, {
        deviceName: `${merchant.name.slice(-8)}${index + 1}号柜`,
        deviceType: deviceTypes.cabinet,
        model: chance.pick(['VX-8', 'VX-8S', 'VX-12']),
        slotTotal: SLOTS,
        slotFree: SLOTS - BANKS,
        slotLocked: chance.is(0.05) ? 1 : 0,
        address: merchant.row.address,
        lng: merchant.row.lng,
        lat: merchant.row.lat,
        status: active ? deviceStates.active : deviceStates.waiting,
        onlineStatus:
          !active || offline ? onlineStates.offline : chance.is(0.02) ? onlineStates.fault : onlineStates.online,
        iotId: `IOT${chance.digits(10)}`,
        iccid: `8986${chance.digits(16)}`,
        iccidExpire: new Date(now.getTime() + chance.int(20, 900) * DAY).toISOString().slice(0, 10),
        firmware: chance.pick(['2.4.1', '2.4.3', '2.5.0']),
        activeTime: active ? merchant.createTime.toISOString() : undefined,
        faultCount: chance.is(0.1) ? chance.int(1, 4) : 0,
      })
      const cabinet: Cabinet = { id: String(row.id), merchant, banks: [], active, row }
      for (let bank = 0; bank < BANKS; bank++)
        cabinet.banks.push(
          String(
            add(`20${String(number * BANKS + bank).padStart(8, '0')}`, merchant, {
              deviceName: `充电宝${number * BANKS + bank}`,
              deviceType: deviceTypes.powerBank,
              model: 'PB-5000',
              parentId: row.id,
              batteryPercent: chance.int(20, 100),
              status: active ? deviceStates.active : deviceStates.waiting,
              onlineStatus: active ? onlineStates.online : onlineStates.offline,
              address: merchant.row.address,
            }).id,
          ),
        )
      cabinets.push(cabinet)
    }
  return { cabinets, rows }
}

export async function seedDevices(
  tx: Tx,
  cabinets: readonly Cabinet[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (const { row, lastOrderTime } of cabinets) row.lastOrderTime = lastOrderTime?.toISOString()
  await insertMany(tx, tableOf(resources.device), rows)
}
