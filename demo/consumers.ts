/** 200 people who rent: some verified, some with a wallet, a few frozen or in debt. */
import { resources } from '#resources/index.ts'
import { consumerStates, authStates } from '#resources/customer/userMessage.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { payChannels } from '#resources/product/selling.ts'
import { sexes } from '#resources/sexes.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { OPERATIONS } from './accounts.ts'
import { Chance } from './chance.ts'
import { Account } from './ledger.ts'
import { idCard, mobile, personName } from './names.ts'
import type { Numbers } from './numbers.ts'
import type { Provider } from './providers.ts'

const DAY = 86_400_000

export interface Consumer {
  id: string
  name: string
  phone: string
  account: Account
  registerTime: Date
  orderCount: number
  /** 分 */
  payTotal: number
  /** 分 given on top of recharges and not spent: part of the balance that cannot be paid out. */
  gift: number
  recharges: { no: string; paid: number; gift: number; outTradeNo: string; at: Date }[]
  lastOrderTime?: Date
  row: Record<string, unknown>
}

const NICKS = [
  '小鹿',
  '阿杰',
  '星辰',
  '橘子汽水',
  '风起',
  '晚安',
  '追光',
  '大白',
  '可可',
  '山海',
  '南方',
  '木子',
  '北极熊',
  '糯米',
  '清欢',
]

export function planConsumers(chance: Chance, numbers: Numbers, now: Date, providers: readonly Provider[]): Consumer[] {
  const ages = Array.from({ length: OLD_ONES }, () => chance.int(95, 400)).sort((a, b) => b - a)
  return ages.map((age, index) => registered(chance, numbers, now, areasOf(providers), { age, index }))
}

/** Who registered in the last weeks and has not rented yet. A stream of its own: it changes nothing elsewhere. */
export function planNewcomers(numbers: Numbers, now: Date, providers: readonly Provider[]): Consumer[] {
  const chance = new Chance(61)
  const ages = Array.from({ length: 60 }, () => chance.int(0, 34)).sort((a, b) => b - a)
  return ages.map((age, index) =>
    registered(chance, numbers, now, areasOf(providers), { age, index: OLD_ONES + index }),
  )
}

const OLD_ONES = 200
const areasOf = (providers: readonly Provider[]) =>
  providers.filter(({ level }) => level === 3).map(({ areaCode }) => areaCode)

/** `age`: so many days ago. */
function registered(
  chance: Chance,
  numbers: Numbers,
  now: Date,
  areas: readonly string[],
  { age, index }: { age: number; index: number },
): Consumer {
  const registerTime = new Date(now.getTime() - age * DAY - chance.int(0, 80_000) * 1000)
  const id = seedId('consumer', index)
  const name = personName(chance)
  const phone = mobile(chance, 40_000 + index)
  const areaCode = chance.pick(areas)
  const verified = chance.is(0.55)
  const status =
    index % 61 === 17 ? consumerStates.frozen : index === 111 ? consumerStates.closed : consumerStates.normal
  return {
    id,
    name,
    phone,
    account: new Account(ownerTypes.consumer, id, OPERATIONS),
    registerTime,
    orderCount: 0,
    payTotal: 0,
    gift: 0,
    recharges: [],
    row: {
      id,
      tenantId: TENANT,
      sysOrgCode: OPERATIONS,
      createBy: 'miniapp',
      createTime: registerTime.toISOString(),
      userNo: numbers.take('YH', registerTime),
      nickName: chance.pick(NICKS) + chance.int(1, 999),
      phone,
      realName: verified ? name : undefined,
      idCardNo: verified ? idCard(chance, areaCode) : undefined,
      authStatus: verified
        ? authStates.passed
        : chance.pick([authStates.none, authStates.none, authStates.none, authStates.checking, authStates.failed]),
      sex: chance.pick([sexes.male, sexes.female]),
      openId: `o${chance.digits(6)}-wx${chance.digits(12)}`,
      alipayId: chance.is(0.3) ? `2088${chance.digits(12)}` : undefined,
      areaCode,
      depositStatus: chance.pick([
        depositStates.paid,
        depositStates.frozen,
        depositStates.released,
        undefined,
        undefined,
      ]),
      oweAmount: index % 53 === 9 ? chance.int(3, 30) * 100 : 0,
      status,
      freezeReason: status === consumerStates.frozen ? chance.pick(['多次超时未归还', '恶意投诉']) : undefined,
      registerTime: registerTime.toISOString(),
    },
  }
}

/** 分, as 充值设置 has them. */
export const RECHARGES = [
  { paid: 2000, gift: 200 },
  { paid: 5000, gift: 800 },
  { paid: 10_000, gift: 2000 },
] as const

/** A recharge with what is given on top, written right after the person registered. */
export function recharge(chance: Chance, consumer: Consumer, at: Date, number: number): void {
  const { paid, gift } = chance.pick(RECHARGES)
  const bizNo = `CZ${String(number).padStart(8, '0')}`
  const common = { bizType: 'recharge' as const, bizNo, createBy: 'miniapp' }
  const outTradeNo = `4200${chance.digits(20)}`
  consumer.account.move({
    ...common,
    at,
    type: amountTypes.recharge,
    direction: directions.income,
    amount: paid,
    payChannel: payChannels.wechat,
    outTradeNo,
  })
  consumer.account.move({
    ...common,
    at,
    type: amountTypes.rechargeGift,
    direction: directions.income,
    amount: gift,
    remark: `充值${paid / 100}元赠送`,
  })
  consumer.gift += gift
  consumer.recharges.push({ no: bizNo, paid, gift, outTradeNo, at })
}

export async function seedConsumers(tx: Tx, consumers: readonly Consumer[]): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.userMessage),
    consumers.map(({ row, account, orderCount, payTotal, lastOrderTime }) => ({
      ...row,
      balance: account.balance,
      frozen: account.frozen,
      giftBalance: account.gift,
      orderCount,
      payTotal,
      lastOrderTime: lastOrderTime?.toISOString(),
    })),
  )
}
