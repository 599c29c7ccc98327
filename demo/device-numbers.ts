/** The number of every device there is, in the batches they came in, with numbers still free and some void. */
import { resources } from '#resources/index.ts'
import { numberStates } from '#resources/device/deviceNumber.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { daysFrom, rowBy } from './made-by.ts'
import type { Provider } from './providers.ts'

const FREE = 24
const VOID = 3

/** pb_device_type → batch, factory, software. */
const BATCHES = {
  [deviceTypes.cabinet]: ['CG2025-01', '东莞恒能电子', '2.4.1'],
  [deviceTypes.powerBank]: ['CB2025-01', '惠州锂源科技', '1.2.0'],
  [deviceTypes.carCharger]: ['CZ2025-01', '深圳驰电科技', '1.0.3'],
} as const

export async function seedDeviceNumbers(
  tx: Tx,
  devices: readonly Record<string, unknown>[],
  providers: readonly Provider[],
  now: Date,
): Promise<void> {
  const at = daysFrom(now, -540)
  const agent = providers.find(({ level }) => level === 2)!
  const rows = Object.entries(BATCHES).flatMap(([deviceType, [batchNo, factory, softVersion]]) => {
    const own = new Map(
      devices.filter((device) => device.deviceType === deviceType).map(({ deviceSn, id }) => [String(deviceSn), id]),
    )
    if (!own.size) return []
    const sorted = [...own.keys()].sort()
    const first = BigInt(sorted[0]!)
    const quantity = Number(BigInt(sorted.at(-1)!) - first) + 1 + FREE
    const snAt = (index: number) => String(first + BigInt(index)).padStart(sorted[0]!.length, '0')
    return Array.from({ length: quantity }, (_, index) => {
      const sn = snAt(index)
      const isVoid = index >= quantity - VOID
      return {
        // The newest first is the smallest number first.
        ...rowBy('operator', new Date(at.getTime() - index * 1000), 'A01'),
        id: seedId('deviceNumber', sn),
        batchNo,
        deviceType,
        startNo: snAt(0),
        endNo: snAt(quantity - 1),
        sn,
        quantity,
        softVersion,
        qrUrl: `https://qr.voltdesk.example/d/${sn}`,
        factory,
        produceDate: at.toISOString().slice(0, 10),
        status: own.has(sn) ? numberStates.bound : isVoid ? numberStates.void : numberStates.free,
        deviceId: own.get(sn),
        providerId: !own.has(sn) && !isVoid && index % 2 ? agent.id : undefined,
        voidReason: isVoid ? '标签印刷错误' : undefined,
      }
    })
  })
  await insertMany(tx, tableOf(resources.deviceNumber), rows)
}
