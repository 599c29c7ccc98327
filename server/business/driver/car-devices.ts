/** Devices and the cars they ride in: a device stands in one car, and leaves it before it goes elsewhere. */
import type { Wire } from '#model/resource.ts'
import type { ValueIn } from '#model/choices.ts'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { carStates } from '#resources/device/driverCar.ts'
import type { Tx } from '../../kernel/database.ts'
import { list } from '../../resource/conditions.ts'
import { hookOf } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'

const cars = tableOf(resources.driverCar)
const devices = tableOf(resources.device)

/** To be reviewed, normal, stopped. A refused or unbound car holds nothing, whatever it lists. */
export const HOLDING: ValueIn<typeof carStates>[] = [carStates.waiting, carStates.normal, carStates.stopped]
export const holdsPlateAndDevices = (car: Pick<Wire<typeof resources.driverCar>, 'status'> | undefined): boolean =>
  !!car?.status && HOLDING.includes(car.status)

/** The car that holds one of these devices, other than `except`. */
export async function carHolding(
  tx: Tx,
  { tenantId }: { tenantId: number },
  deviceIds: readonly string[],
  except = '',
): Promise<{ plateNo: string; providerId: string } | undefined> {
  const [found] = await tx
    .select({ plateNo: cars.plateNo, providerId: cars.providerId })
    .from(cars)
    .where(
      and(
        live(cars),
        eq(cars.tenantId, tenantId),
        ne(cars.id, except),
        inArray(cars.status, HOLDING),
        sql`string_to_array(${cars.deviceIds}, ',') && ${sql.param(deviceIds)}::text[]`,
      ),
    )
    .limit(1)
  return found
}

/** Asked before the other rules of a car, which judge by what its devices are. */
export const carDeviceRules = hookOf(resources.driverCar, {
  async check({ tx, before, after, file }) {
    const ids = list(after.deviceIds ?? '')
    if (
      !ids.length ||
      !holdsPlateAndDevices(after) ||
      (holdsPlateAndDevices(before) && before!.deviceIds === after.deviceIds)
    )
      return
    // Whoever sends one of them elsewhere has done so already, or waits and finds it here. A file that is only looked at holds nobody up.
    if (!file)
      await tx.select({ id: devices.id }).from(devices).where(inArray(devices.id, ids)).orderBy(devices.id).for('share')
    const other = await carHolding(tx, after, ids, after.id)
    return other && { deviceIds: `有设备已在车辆 ${other.plateNo} 上` }
  },
})
