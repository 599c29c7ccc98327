/** Sold at the counter: cards, recharges with what is given on top, draws from a blind box. */
import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { NameIn, ValueIn } from '#model/choices.ts'
import { exactHundredths, fromHundredths, hundredthsOr0 } from '#model/money.ts'
import type { Resource, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { directions } from '#resources/finance/accounts.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { cardSources } from '#resources/product/userCard.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { drawStates } from '#resources/product/boxDraw.ts'
import { shelfStates } from '#resources/shelf.ts'
import { refused } from '../../kernel/errors.ts'
import { post, type LockedAccount } from '../../money/ledger.ts'
import {
  boughtOf,
  buyerOf,
  drawsOf,
  paymentOf,
  rechargesOf,
  refuseElsewhere,
  refuseOldCustomer,
  take,
} from '../../money/sale.ts'
import { spent } from '../../money/spending.ts'
import { hundredthsOf, readConfig } from '../../resource/config.ts'
import { fen } from '../../money/withdrawal.ts'
import { actionOf, writingOf, type ActionWork, type Work } from '../../resource/action.ts'
import { hookOf, put, type Row, type SaveHook } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, localTime, newRow, type Writing } from '../../resource/write.ts'
import { systemCaller } from '../../resource/trail.ts'
import { reached } from '../windows.ts'

const { blindBox, boxDraw, card, onceCard, rechargeSetting, userCard, userRecharge } = resources

type Given = ValueIn<typeof cardSources>

/** A card in the person's hands; its days and times follow from the product (`user-card-rules.ts`). */
async function give(
  writing: Writing,
  kind: NameIn<typeof cardKinds>,
  productId: unknown,
  userId: string,
  over: Row,
  source: Given,
) {
  const row = newRow(writing, userCard, { userId, productId, cardKind: cardKinds[kind], ...over })
  row.source = source
  await insertRow({ ...writingOf(writing), mode: 'add', after: row, extras: {} }, userCard)
  return row
}

const sell = (resource: typeof card | typeof onceCard): ActionWork => ({
  resource,
  action: 'sell',
  async run(work: Work<Wire<typeof card | typeof onceCard>>) {
    const { tx, row, input } = work
    const tenantId = row.tenantId
    const account = await buyerOf(tx, tenantId, input.userId)
    const payment = await paymentOf(tx, tenantId, input, true)
    refuseElsewhere(account, row.areaCodes)
    const limit = row.buyLimit ?? 0
    if (limit && (await boughtOf(tx, account.ownerId, row.id)) >= limit) throw refused(`每人限购 ${limit} 张`)
    if ('firstOnly' in row && row.firstOnly === 'Y') await refuseOldCustomer(tx, account)
    const made = await give(
      work,
      resource === card ? 'time' : 'times',
      row.id,
      account.ownerId,
      { payAmount: row.price, ...payment, issueReason: '用户购买' },
      cardSources.bought,
    )
    const source = { bizType: 'userCard' as const, bizNo: made.cardNo }
    await take(work, account, source, payment, {
      amountType: amountTypes.card,
      amount: fen(row, 'price'),
      remark: `购买${row.cardName}`,
    })
    await spent(tx, account.ownerId, fen(row, 'price'))
    row.soldCount = Number(row.soldCount ?? 0) + 1
  },
})

const recharge = actionOf(rechargeSetting, 'recharge', async (work) => {
  const { tx, services, row, input } = work
  const now = localTime(services)
  if (row.startTime && !reached(row.startTime, now)) throw refused('充值活动尚未开始')
  if (row.endTime && reached(row.endTime, now)) throw refused('充值活动已结束')
  const account = await buyerOf(tx, row.tenantId, input.userId)
  const payment = await paymentOf(tx, row.tenantId, input, false)
  if (row.firstOnly === 'Y' && (await rechargesOf(tx, account.ownerId))) throw refused('首充专享，用户已充值过')
  const limit = row.limitTimes ?? 0
  if (limit && (await rechargesOf(tx, account.ownerId, row.id)) >= limit) throw refused(`每人限 ${limit} 次`)
  const userId = account.ownerId
  const gift = row.giftCardId
    ? await give(
        work,
        'times',
        row.giftCardId,
        userId,
        { payAmount: '0.00', issueReason: '充值赠送' },
        cardSources.recharge,
      )
    : undefined
  const made = newRow(work, userRecharge, {
    userId,
    settingId: row.id,
    payAmount: row.payAmount,
    giftAmount: row.giftAmount,
    userCardId: gift?.id ?? null,
    ...payment,
  })
  await insertRow({ ...writingOf(work), mode: 'add', after: made, extras: {} }, userRecharge)
  const bizNo = made.rechargeNo
  const { payChannel, outTradeNo } = payment
  await post(work, account, { bizType: 'recharge', bizNo, payChannel, ...(outTradeNo && { outTradeNo }) }, [
    { amountType: amountTypes.recharge, direction: directions.income, amount: fen(row, 'payAmount') },
    {
      amountType: amountTypes.rechargeGift,
      direction: directions.income,
      amount: fen(row, 'giftAmount'),
      remark: `${row.title}赠送`,
    },
  ])
})

/** What a tier may cost is a setting; one that no longer fits it can be taken off the shelf, and not put there again. */
export const rechargeRules = hookOf(rechargeSetting, {
  async check({ tx, before, after }) {
    const putOn = before?.status !== after.status && after.status === shelfStates.on
    if (before?.payAmount === after.payAmount && !putOn) return
    const config = await readConfig(tx, after.tenantId)
    const amount = exactHundredths(after.payAmount)
    const [least, most] = [hundredthsOf(config, 'recharge.min'), hundredthsOf(config, 'recharge.max')]
    if (amount < least) return { payAmount: `不能小于${fromHundredths(least)}` }
    if (amount > most) return { payAmount: `不能大于${fromHundredths(most)}` }
  },
})

const WHOLE = 10_000

type Prize = NonNullable<Wire<typeof blindBox>['prizes']>[number]
type Chances = Pick<Prize, 'probability' | 'prizeType' | 'stock'>

/** The prize that a number from 0 to 9999 falls on; a prize out of stock falls to 谢谢参与. */
export function prizeAt<P extends Chances>(prizes: readonly P[], point: number): P {
  let upTo = 0
  const hit = prizes.find(({ probability }) => point < (upTo += Number(hundredthsOr0(probability))))!
  const left = hit.prizeType === prizeTypes.nothing || Number(hit.stock ?? 0) > 0
  return left ? hit : prizes.find(({ prizeType }) => prizeType === prizeTypes.nothing)!
}

interface Handed {
  status: ValueIn<typeof drawStates>
  userCardId?: unknown
}
type Hand = (work: Writing, account: LockedAccount, prize: Prize, drawNo: string) => Promise<Handed>

const handCard =
  (kind: NameIn<typeof cardKinds>): Hand =>
  async (work, account, prize) => {
    const over = { payAmount: '0.00', issueReason: '盲盒中奖' }
    return {
      status: drawStates.delivered,
      userCardId: (await give(work, kind, prize.refId, account.ownerId, over, cardSources.box)).id,
    }
  }
const later: Hand = async () => ({ status: drawStates.waiting })

/** How it comes into the person's hands. */
const hands: Readonly<Record<string, Hand>> = {
  [prizeTypes.nothing]: async () => ({ status: drawStates.nothing }),
  async [prizeTypes.wallet](work, account, prize, drawNo) {
    await post(work, account, { bizType: 'boxDraw', bizNo: drawNo }, [
      {
        amountType: amountTypes.boxPrize,
        direction: directions.income,
        amount: fen(prize, 'amount'),
        remark: String(prize.prizeName),
      },
    ])
    return { status: drawStates.delivered }
  },
  [prizeTypes.onceCard]: handCard('times'),
  [prizeTypes.card]: handCard('time'),
  [prizeTypes.coupon]: later,
  [prizeTypes.goods]: later,
}

const draw = actionOf(blindBox, 'draw', async (work) => {
  const { tx, services, row, input } = work
  const now = localTime(services)
  if (!reached(row.startTime, now) || reached(row.endTime, now)) throw refused('不在活动时间内')
  if (row.totalLimit && Number(row.drawCount) >= row.totalLimit) throw refused('盲盒已抽完')
  const account = await buyerOf(tx, row.tenantId, input.userId)
  refuseElsewhere(account, row.areaCodes)
  if ((await drawsOf(tx, account.ownerId, row.id)) >= row.drawLimit) throw refused(`每人限抽 ${row.drawLimit} 次`)
  const prizes = row.prizes
  const prize = prizeAt(prizes, randomInt(WHOLE))
  const made = newRow(work, boxDraw, {
    boxId: row.id,
    userId: account.ownerId,
    price: row.price,
    prizeName: prize.prizeName,
    prizeType: prize.prizeType,
    refId: prize.refId ?? null,
    amount: prize.prizeType === prizeTypes.nothing ? '0.00' : (prize.amount ?? '0.00'),
  })
  await insertRow({ ...writingOf(work), mode: 'add', after: made, extras: {} }, boxDraw)
  const drawNo = made.drawNo
  const source = { bizType: 'boxDraw' as const, bizNo: drawNo }
  const remark = `抽${row.boxName}`
  await take(
    work,
    account,
    source,
    { payChannel: payChannels.wallet, outTradeNo: null },
    { amountType: amountTypes.box, amount: fen(row, 'price'), remark },
  )
  await spent(tx, account.ownerId, fen(row, 'price'))
  const handed = await hands[String(prize.prizeType)]!(work, account, prize, drawNo)
  const draws = tableOf(boxDraw)
  await tx
    .update(draws)
    .set({ status: handed.status, userCardId: (handed.userCardId as string | undefined) ?? null })
    .where(eq(draws.id, made.id))
  const won = prize.prizeType !== prizeTypes.nothing
  put(row, {
    prizes: prizes.map((line) => (line === prize && won ? { ...line, stock: Number(line.stock) - 1 } : line)),
    drawCount: Number(row.drawCount) + 1,
    winCount: Number(row.winCount) + (won ? 1 : 0),
    cost: fromHundredths(fen(row, 'cost') + (won ? fen(prize, 'amount') : 0n)),
  })
})

const deliver = actionOf(boxDraw, 'deliver', async ({ row, reason }) => {
  put(row, { status: drawStates.delivered, deliverRemark: reason })
})

/** A box never promises a card there is not. */
export const prizeRules = hookOf(blindBox, {
  async check({ tx, before, after }) {
    if (JSON.stringify(before?.prizes) === JSON.stringify(after.prizes)) return
    for (const [index, { prizeType, refId }] of (after.prizes ?? []).entries()) {
      const product: Resource | undefined = {
        [prizeTypes.onceCard]: onceCard as Resource,
        [prizeTypes.card]: card as Resource,
      }[String(prizeType)]
      if (product && refId && !(await findRow(tx, systemCaller(after.tenantId), product, String(refId))))
        return { [`prizes.${index}.refId`]: '卡产品不存在或无权使用' }
    }
  },
})

export const saleWorks: readonly ActionWork[] = [sell(card), sell(onceCard), recharge, draw, deliver]
export const saleRules: readonly SaveHook[] = [rechargeRules, prizeRules]
