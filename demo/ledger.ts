/** Money as rows: an account keeps its rows in order of time, and its balance is nothing but their sum. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { payChannels } from '#resources/product/selling.ts'
import type { BizType } from '../server/money/ledger.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import type { Numbers } from './numbers.ts'

/** What a direction does to the balance, and to what is frozen. */
const EFFECT = {
  [directions.income]: [1, 0],
  [directions.expense]: [-1, 0],
  [directions.freeze]: [-1, 1],
  [directions.release]: [1, -1],
} as const
export type Direction = keyof typeof EFFECT
const GIVEN: readonly string[] = [amountTypes.rechargeGift, amountTypes.boxPrize]

export interface Movement {
  at: Date
  type: ValueIn<typeof amountTypes>
  direction: Direction
  /** 分, more than none */
  amount: number
  bizType: BizType
  bizNo: string
  payChannel?: ValueIn<typeof payChannels>
  outTradeNo?: string
  settleTime?: Date
  operatorId?: string
  remark?: string
  createBy?: string
}

interface Entry extends Movement {
  before: number
  after: number
  /** How much of it was given. */
  gift: number
}

export class Account {
  balance = 0
  frozen = 0
  totalIncome = 0
  /** 分 given and not spent: part of the balance, spent last. */
  gift = 0
  readonly entries: Entry[] = []

  constructor(
    readonly ownerType: ValueIn<typeof ownerTypes>,
    readonly ownerId: string,
    readonly orgCode: string,
  ) {}

  /** Movements come in order of time; one that would overdraw is a mistake of the demo. */
  move(movement: Movement): void {
    const last = this.entries.at(-1)
    if (last && movement.at < last.at) throw new Error(`demo: ${movement.bizNo} comes before ${last.bizNo}`)
    const [sign, freeze] = EFFECT[movement.direction]
    const before = this.balance
    this.balance += sign * movement.amount
    this.frozen += freeze * movement.amount
    if (movement.type === amountTypes.share) this.totalIncome += movement.amount
    if (movement.amount <= 0 || this.balance < 0 || this.frozen < 0)
      throw new Error(`demo: ${movement.bizNo} does not add up`)
    const held = this.gift
    const given = GIVEN.includes(movement.type) ? movement.amount : 0
    this.gift = Math.min(this.gift + given, this.balance)
    this.entries.push({ ...movement, before, after: this.balance, gift: Math.abs(this.gift - held) })
  }

  /** Paid from outside: in and out again at any time, so that what came later stays as it was. */
  passBy(movement: Omit<Movement, 'direction'>, cameAs = '支付转入'): void {
    const after = this.entries.findIndex(({ at }) => at > movement.at)
    const place = after < 0 ? this.entries.length : after
    const before = this.entries[place - 1]?.after ?? 0
    const through = before + movement.amount
    this.entries.splice(
      place,
      0,
      { ...movement, direction: directions.income, before, after: through, gift: 0, remark: cameAs },
      {
        ...movement,
        direction: directions.expense,
        before: through,
        after: before,
        gift: 0,
        outTradeNo: undefined,
      } as Entry,
    )
  }
}

export async function seedLedger(tx: Tx, accounts: readonly Account[], numbers: Numbers): Promise<void> {
  const all = accounts.flatMap((account) => account.entries.map((entry) => ({ account, entry })))
  all.sort((a, b) => a.entry.at.getTime() - b.entry.at.getTime())
  await insertMany(
    tx,
    tableOf(resources.amountDetail),
    all.map(({ account, entry }, index) => ({
      id: seedId('amountDetail', index),
      tenantId: TENANT,
      sysOrgCode: account.orgCode,
      createBy: entry.createBy ?? 'system',
      createTime: entry.at.toISOString(),
      detailNo: numbers.take('LS', entry.at, 8),
      ownerType: account.ownerType,
      ownerId: account.ownerId,
      amountType: entry.type,
      direction: entry.direction,
      amount: entry.amount,
      beforeAmount: entry.before,
      afterAmount: entry.after,
      giftAmount: entry.gift,
      bizType: entry.bizType,
      bizNo: entry.bizNo,
      payChannel: entry.payChannel,
      outTradeNo: entry.outTradeNo,
      settleTime: entry.settleTime?.toISOString(),
      operatorId: entry.operatorId,
      remark: entry.remark,
    })),
  )
}
