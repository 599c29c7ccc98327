/** Cards on sale and off it, price rules with the cards sold beside them, and what may be put into a wallet. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { enableStates } from '#resources/enabled.ts'
import { billModes } from '#resources/product/billModes.ts'
import { cardTypes } from '#resources/product/card.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { packageScopes } from '#resources/product/packageGroup.ts'
import { shelfStates } from '#resources/shelf.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { RECHARGES } from './consumers.ts'
import { dayFrom, daysFrom, rowBy } from './made-by.ts'
import type { Numbers } from './numbers.ts'
import { RULE } from './orders.ts'
import { picturePath } from './pictures.ts'
import { SCENIC, scenicShops, type Provider } from './providers.ts'

/** What a consumer gets for 分. */
export interface Product {
  id: string
  /** pb_user_card_kind */
  kind: ValueIn<typeof cardKinds>
  name: string
  price: number
  validDays: number
  times: number
  onSale: boolean
  /** Counted while cards are handed out. */
  sold: number
  row: Record<string, unknown>
}

/** Name, pb_card_type, 分, was, days, times a day, minutes, first only, refund days, on sale. */
const CARDS = [
  ['新客体验日卡', cardTypes.day, 190, 590, 1, 3, 60, true, 0, true],
  ['轻享周卡', cardTypes.week, 990, 1590, 7, 3, 60, false, 0, true],
  ['畅用月卡', cardTypes.month, 2990, 4990, 30, 5, 60, false, 3, true],
  ['畅用月卡 Pro', cardTypes.month, 4590, 6990, 30, 0, 120, false, 3, true],
  ['安心季卡', cardTypes.quarter, 7990, 11990, 90, 5, 60, false, 7, true],
  ['全年畅用卡', cardTypes.year, 25900, 39900, 365, 0, 120, false, 7, true],
  ['校园月卡', cardTypes.month, 1990, 2990, 30, 3, 60, false, 0, false],
] as const
/** Name, times, 分, was, days, minutes, refundable, on sale. */
const ONCE_CARDS = [
  ['5 次卡', 5, 1290, 1500, 60, 60, false, true],
  ['10 次卡', 10, 2390, 3000, 90, 60, true, true],
  ['30 次卡', 30, 6590, 9000, 180, 60, true, true],
  ['补偿次卡', 1, 300, 300, 30, 60, false, false],
] as const

export function planProducts(numbers: Numbers, now: Date): Product[] {
  const made = rowBy('operator', daysFrom(now, -200))
  const at = daysFrom(now, -200)
  const common = (onSale: boolean, index: number) => ({
    ...made,
    deviceType: deviceTypes.cabinet,
    sortNo: (index + 1) * 10,
    status: onSale ? shelfStates.on : shelfStates.off,
  })
  return [
    ...CARDS.map(([name, type, price, was, days, daily, minutes, first, refund, onSale], index): Product => {
      const id = seedId('card', name)
      return {
        id,
        kind: cardKinds.time,
        name,
        price,
        validDays: days,
        times: 0,
        onSale,
        sold: 0,
        row: {
          ...common(onSale, index),
          id,
          cardNo: numbers.take('YK', at),
          cardName: name,
          cardType: type,
          price,
          originalPrice: was,
          validDays: days,
          dailyTimes: daily,
          onceMinutes: minutes,
          buyLimit: first ? 1 : 0,
          firstOnly: first ? 'Y' : 'N',
          refundable: refund ? 'Y' : 'N',
          refundDays: refund || undefined,
          areaCodes: name.startsWith('校园') ? '420100,510100' : undefined,
          image: picturePath('cardFace'),
          notes: '购买后立即生效；单次超出免费时长的部分按套餐计费。',
        },
      }
    }),
    ...ONCE_CARDS.map(([name, times, price, was, days, minutes, refundable, onSale], index): Product => {
      const id = seedId('onceCard', name)
      return {
        id,
        kind: cardKinds.times,
        name,
        price,
        validDays: days,
        times,
        onSale,
        sold: 0,
        row: {
          ...common(onSale, index),
          id,
          cardNo: numbers.take('CK', at),
          cardName: name,
          times,
          price,
          originalPrice: was,
          validDays: days,
          onceMinutes: minutes,
          buyLimit: 0,
          refundable: refundable ? 'Y' : 'N',
        },
      }
    }),
  ]
}

/** 分 for each started unit; the platform's is the rule all orders of the demo were billed by. */
const GROUPS = [
  { groupName: '平台标准（柜机）', deviceType: deviceTypes.cabinet, scope: packageScopes.platform, isDefault: 'Y' },
  {
    groupName: '换电柜阶梯',
    deviceType: deviceTypes.swapCabinet,
    scope: packageScopes.platform,
    isDefault: 'Y',
    billMode: billModes.bySteps,
    steps: [
      [0, 120, 300],
      [120, 480, 800],
      [480, null, 1500],
    ],
  },
  {
    groupName: '车载充电',
    deviceType: deviceTypes.carCharger,
    scope: packageScopes.platform,
    isDefault: 'Y',
    unitMinutes: 30,
    unitPrice: 100,
    dayCap: 2000,
  },
  {
    groupName: '杭州商圈',
    deviceType: deviceTypes.cabinet,
    scope: packageScopes.cities,
    areaCodes: '330100',
    unitMinutes: 30,
    unitPrice: 200,
    isDefault: 'Y',
  },
  {
    groupName: SCENIC,
    deviceType: deviceTypes.cabinet,
    scope: packageScopes.providers,
    unitMinutes: 60,
    unitPrice: 400,
    dayCap: 4000,
    isDefault: 'N',
  },
  {
    groupName: '旧版标准',
    deviceType: deviceTypes.cabinet,
    scope: packageScopes.platform,
    unitPrice: 250,
    isDefault: 'N',
    status: enableStates.off,
  },
] as const

export async function seedProducts(
  tx: Tx,
  products: readonly Product[],
  providers: readonly Provider[],
  now: Date,
): Promise<void> {
  const of = (kind: Product['kind']) =>
    products.filter((one) => one.kind === kind).map(({ row, sold }) => ({ ...row, soldCount: sold }))
  await insertMany(tx, tableOf(resources.card), of(cardKinds.time))
  await insertMany(tx, tableOf(resources.onceCard), of(cardKinds.times))
  const shops = scenicShops(providers)
  const groupId = (name: string) => seedId('packageGroup', name)
  await insertMany(
    tx,
    tableOf(resources.packageGroup),
    GROUPS.map((group) => ({
      ...rowBy('operator', daysFrom(now, -300)),
      id: groupId(group.groupName),
      billMode: billModes.byTime,
      freeMinutes: RULE.freeMinutes,
      unitMinutes: 60,
      unitPrice: RULE.hourPrice,
      dayCap: RULE.dayCap,
      totalCap: RULE.totalCap,
      status: enableStates.on,
      providerIds: group.scope === packageScopes.providers ? shops.map(({ id }) => id).join(',') : undefined,
      ...group,
      steps: undefined,
    })),
  )
  await insertMany(
    tx,
    lineTablesOf(resources.packageGroup).steps,
    GROUPS.flatMap((group) =>
      ('steps' in group ? group.steps : []).map(([fromMinutes, toMinutes, price], orderNum) => ({
        id: seedId('packageStep', group.groupName, orderNum),
        mainId: groupId(group.groupName),
        orderNum,
        fromMinutes,
        toMinutes,
        price,
      })),
    ),
  )
  await insertMany(
    tx,
    lineTablesOf(resources.packageGroup).cards,
    products
      .filter(({ onSale }) => onSale)
      .map(({ id, kind }, orderNum) => ({
        id: seedId('packageCard', id),
        mainId: groupId(GROUPS[0].groupName),
        orderNum,
        cardKind: kind,
        cardId: id,
        sortNo: (orderNum + 1) * 10,
      })),
  )
  await seedRecharges(tx, products, now)
}

async function seedRecharges(tx: Tx, products: readonly Product[], now: Date): Promise<void> {
  const gift = products.find(({ name }) => name === '补偿次卡')!
  interface Tier {
    paid: number
    given: number
    tag: string | undefined
    giftCardId?: string
    firstOnly?: 'Y'
    limitTimes?: number
    /** Days from now when it is over. */
    ends?: number
  }
  const tiers: readonly Tier[] = [
    ...RECHARGES.map(({ paid, gift: given }) => ({ paid, given, tag: paid === 5000 ? '最划算' : undefined })),
    { paid: 20_000, given: 5000, tag: '送次卡', giftCardId: gift.id },
    { paid: 1000, given: 500, tag: '首充', firstOnly: 'Y', limitTimes: 1 },
    { paid: 50_000, given: 15_000, tag: '国庆', ends: -40 },
  ]
  await insertMany(
    tx,
    tableOf(resources.rechargeSetting),
    tiers.map(({ paid, given, ends, ...more }, index) => ({
      ...rowBy('operator', daysFrom(now, -300)),
      id: seedId('recharge', paid),
      title: `充 ${paid / 100} 送 ${given / 100}`,
      payAmount: paid,
      giftAmount: given,
      limitTimes: 0,
      firstOnly: 'N',
      sortNo: (index + 1) * 10,
      status: ends ? shelfStates.off : shelfStates.on,
      startTime: ends ? dayFrom(now, ends - 8).toISOString() : undefined,
      endTime: ends ? dayFrom(now, ends).toISOString() : undefined,
      ...more,
    })),
  )
}
