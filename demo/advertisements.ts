/** Advertisements in every state, with who agreed; click rate is clicks by exposure. */
import { resources } from '#resources/index.ts'
import { adStates, genderTargets } from '#resources/content/advertisement.ts'
import { channels, adPlaces } from '#resources/content/places.ts'
import { jumpTypes } from '#resources/jump.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { Chance } from './chance.ts'
import { dayFrom, daysFrom, HOUR, rowBy } from './made-by.ts'
import { mobile, personName } from './names.ts'
import type { Numbers } from './numbers.ts'
import { picturePath } from './pictures.ts'
import type { Provider } from './providers.ts'
import { trailRows, type Step } from './trail.ts'

/** Title, place, pb_ad_status, begins and ends in days, exposure, visitors, clicks. */
const ADS = [
  ['喜家德新店开业满减', adPlaces.rented, adStates.running, -6, 24, 86_420, 51_233, 3120],
  ['万象影城周二半价', adPlaces.start, adStates.running, -12, 8, 152_080, 90_114, 6083],
  ['如悦酒店连住优惠', adPlaces.order, adStates.planned, 3, 33, 0, 0, 0],
  ['乐享KTV欢唱套餐', adPlaces.popup, adStates.planned, 6, 20, 0, 0, 0],
  ['蓝湾网咖会员日', adPlaces.scan, adStates.waiting, 4, 18, 0, 0, 0],
  ['清泉足道秋冬养生', adPlaces.orders, adStates.waiting, 5, 35, 0, 0, 0],
  ['悦美美容体验券', adPlaces.help, adStates.rejected, 2, 30, 0, 0, 0],
  ['老街火锅双人餐', adPlaces.screen, adStates.draft, 10, 40, 0, 0, 0],
  ['好又多周年庆', adPlaces.bottom, adStates.over, -50, -20, 231_600, 140_230, 12_738],
  ['聚贤棋牌充值返现', adPlaces.rented, adStates.over, -40, -12, 64_300, 40_090, 1286],
] as const

export function planAdvertisements(numbers: Numbers, providers: readonly Provider[], now: Date) {
  const chance = new Chance(113)
  const merchants = providers.filter(({ level }) => level === 4)
  const rows: Record<string, unknown>[] = []
  const trails: Record<string, unknown>[] = []
  ADS.forEach(([title, place, status, from, to, exposure, visitors, clicks], index) => {
    const at =
      status === adStates.waiting
        ? new Date(now.getTime() - (index + 1) * 2 * HOUR)
        : daysFrom(now, Math.min(from, 0) - 4)
    const adNo = numbers.take('GG', at)
    const id = seedId('advertisement', adNo)
    const reviewed = status !== adStates.draft && status !== adStates.waiting
    const later = (hours: number) => new Date(at.getTime() + hours * HOUR)
    const steps: Step[] = [
      ...(status === adStates.draft ? [] : [{ step: '申请', result: '已提交', at, by: 'operator', host: '浏览器' }]),
      ...(reviewed && status !== adStates.rejected
        ? [{ step: '审核', result: '通过', at: later(5), by: 'ops_manager', host: '企业微信' }]
        : []),
      ...(status === adStates.rejected
        ? [
            {
              step: '审核',
              result: '驳回',
              at: later(5),
              by: 'ops_manager',
              host: '浏览器',
              reason: '图片含未授权的肖像',
            },
          ]
        : []),
    ]
    rows.push({
      ...rowBy('operator', at),
      id,
      version: steps.length + 1,
      adNo,
      title,
      channel: place === adPlaces.screen ? channels.screen : chance.pick(['1', '1,2', '1,2,3']),
      place,
      image: picturePath('poster'),
      jumpType: index % 3 ? jumpTypes.web : jumpTypes.none,
      jumpUrl: index % 3 ? `https://ad.voltdesk.example/${adNo}` : undefined,
      areaCodes: index % 2 ? chance.pick(merchants).areaCode.replace(/..$/, '00') : undefined,
      providerIds: index % 4 === 1 ? chance.pick(merchants).id : undefined,
      gender: genderTargets.all,
      startTime: dayFrom(now, from).toISOString(),
      endTime: dayFrom(now, to).toISOString(),
      sortNo: (index + 1) * 10,
      contactName: personName(chance),
      contactPhone: mobile(chance, 70_000 + index),
      status,
      auditReason: status === adStates.rejected ? '图片含未授权的肖像' : undefined,
      exposure,
      visitors,
      clicks,
      clickRate: exposure ? Math.round((clicks * 10_000) / exposure) : 0,
      dueTime: status === adStates.waiting ? later(24).toISOString() : undefined,
    })
    trails.push(...trailRows('advertisement', id, steps))
  })
  return { rows, trails }
}

export async function seedAdvertisements(
  tx: Tx,
  { rows, trails }: ReturnType<typeof planAdvertisements>,
): Promise<void> {
  await insertMany(tx, tableOf(resources.advertisement), rows)
  await insertMany(tx, lineTablesOf(resources.advertisement).auditTrail, trails)
}
