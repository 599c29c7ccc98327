/** Pictures that turn in the consumer app: shown now, planned, over, taken off. */
import { resources } from '#resources/index.ts'
import { shelfStates } from '#resources/shelf.ts'
import { showStates } from '#resources/content/banner.ts'
import { adPlaces, channels } from '#resources/content/places.ts'
import { jumpTypes } from '#resources/jump.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { dayFrom, daysFrom, rowBy } from './made-by.ts'
import { picturePath } from './pictures.ts'

/** Title, pb_ad_place, channels, pb_jump_type, address, begins and ends in days, pb_show_state, clicks. */
const BANNERS = [
  [
    '月卡限时六折',
    adPlaces.bottom,
    '1,2',
    jumpTypes.miniPage,
    '/pages/card/index',
    -20,
    25,
    showStates.showing,
    18_342,
  ],
  [
    '周末幸运盒开抽',
    adPlaces.popup,
    channels.wechat,
    jumpTypes.miniPage,
    '/pages/box/index',
    -9,
    21,
    showStates.showing,
    9417,
  ],
  [
    '招募城市合伙人',
    adPlaces.bottom,
    '1,2,3',
    jumpTypes.web,
    'https://join.voltdesk.example/agent',
    undefined,
    undefined,
    showStates.showing,
    2206,
  ],
  [
    '双旦惊喜盒预告',
    adPlaces.popup,
    channels.wechat,
    jumpTypes.miniPage,
    '/pages/box/index',
    5,
    40,
    showStates.planned,
    0,
  ],
  ['国庆出行不断电', adPlaces.start, '1,2', jumpTypes.none, undefined, -60, -48, showStates.over, 40_125],
  [
    '新版小程序上线',
    adPlaces.bottom,
    channels.wechat,
    jumpTypes.none,
    undefined,
    -200,
    undefined,
    showStates.off,
    5310,
  ],
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
      status: showState === showStates.off ? shelfStates.off : shelfStates.on,
      showState,
      clicks,
    })),
  )
}
