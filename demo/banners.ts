/** Pictures that turn in the consumer app: shown now, planned, over, taken off. */
import { resources } from '#resources/index.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { dayFrom, daysFrom, rowBy } from './made-by.ts'
import { picturePath } from './pictures.ts'

/** Title, pb_ad_place, channels, pb_jump_type, address, begins and ends in days, pb_show_state, clicks. */
const BANNERS = [
  ['月卡限时六折', '3', '1,2', '1', '/pages/card/index', -20, 25, '2', 18_342],
  ['周末幸运盒开抽', '2', '1', '1', '/pages/box/index', -9, 21, '2', 9417],
  ['招募城市合伙人', '3', '1,2,3', '2', 'https://join.voltdesk.example/agent', undefined, undefined, '2', 2206],
  ['双旦惊喜盒预告', '2', '1', '1', '/pages/box/index', 5, 40, '1', 0],
  ['国庆出行不断电', '1', '1,2', '0', undefined, -60, -48, '3', 40_125],
  ['新版小程序上线', '3', '1', '0', undefined, -200, undefined, '0', 5310],
] as const

export async function seedBanners(tx: Tx, now: Date): Promise<void> {
  const day = (days: number | undefined) => (days === undefined ? undefined : dayFrom(now, days).toISOString())
  await insertMany(
    tx,
    tableOf(resources.banner),
    BANNERS.map(([title, position, channel, jumpType, jumpUrl, from, to, showState, clicks], index) => ({
      ...rowBy('operator', daysFrom(now, Math.min(from ?? -120, 0) - 3)),
      id: seedId('banner', title),
      title,
      image: picturePath('poster'),
      channel,
      position,
      jumpType,
      jumpUrl,
      areaCodes: title.startsWith('招募') ? '440000,330000' : undefined,
      startTime: day(from),
      endTime: day(to),
      sortNo: (index + 1) * 10,
      status: showState === '0' ? '0' : '1',
      showState,
      clicks,
    })),
  )
}
