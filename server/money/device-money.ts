/** 设备款: so much of a driver's income stays frozen for each device in the car; only the rest can be paid out. */
import { eq, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { live } from '../db/live.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { carStates } from '#resources/device/driverCar.ts'
import type { Tx } from '../kernel/database.ts'
import { tableOf } from '../db/table.ts'
import type { Writing } from '../resource/write.ts'
import { lockAccount, post, type DriverAccount } from './ledger.ts'

const cars = tableOf(resources.driverCar)
const drivers = tableOf(resources.driverMessage)

/** Devices in the cars that are on the road with this main driver. */
async function devicesOf(tx: Tx, driverId: string): Promise<bigint> {
  const { rows } = await tx.execute<{ count: string }>(sql`
    select coalesce(sum(cardinality(string_to_array(device_ids, ','))), 0)::text as count from ${cars}
    where driver_id = ${driverId} and status = ${carStates.normal} and ${live()} and device_ids <> ''`)
  return BigInt(onlyRow(rows).count)
}

/** Freezes what is still missing, as far as the balance goes, or lets go what is too much. */
export async function freezeDeviceMoney(writing: Writing, account: DriverAccount): Promise<void> {
  const { tx } = writing
  const { record } = account
  const frozen = record.deviceFrozen ?? 0n
  const wanted = record.freezeAmount * (await devicesOf(tx, account.ownerId))
  const missing = wanted - frozen
  const amount = missing < 0n ? -missing : missing < account.balance ? missing : account.balance
  if (amount === 0n) return
  const source = { bizType: 'driverMessage' as const, bizNo: String(record.driverNo) }
  const direction = missing > 0n ? directions.freeze : directions.release
  const remark = missing > 0n ? '设备款冻结' : '设备款解冻'
  await post(writing, account, source, [{ amountType: amountTypes.deviceFreeze, direction, amount, remark }])
  const deviceFrozen = missing > 0n ? frozen + amount : frozen - amount
  await tx.update(drivers).set({ deviceFrozen }).where(eq(drivers.id, account.ownerId))
  record.deviceFrozen = deviceFrozen
}

/** After devices came or went, or the amount for one of them changed. */
export async function deviceMoneyChanged(writing: Writing, tenantId: number, driverId: string): Promise<void> {
  await freezeDeviceMoney(
    writing,
    await lockAccount(writing.tx, tenantId, { ownerType: ownerTypes.driver, ownerId: driverId }),
  )
}
