/** Money operations of people, jobs and consumers, as the product's own rules do them, in any order. */
import { payChannels } from '#resources/product/selling.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { ownerTypes, directions } from '#resources/finance/accounts.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Resource, Wire } from '#model/resource.ts'
import { resolveTypes, complaintTypes, complaintStates } from '#resources/customer/complaint.ts'
import { resources } from '#resources/index.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { depositStates } from '#resources/order/depositStates.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { accountChangeStates } from '#resources/partner/accountChange.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { billModes } from '#resources/product/billModes.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { refundStates, cardSources, userCardStates } from '#resources/product/userCard.ts'
import { works } from '../../server/flows.ts'
import { isSerializationFailure } from '../../server/db/sql-state.ts'
import type { Caller } from '../../server/kernel/caller.ts'
import { Refusal } from '../../server/kernel/errors.ts'
import { refundCard, startCardRefund } from '../../server/money/card-refund.ts'
import { refundDeposit } from '../../server/money/deposit-refund.ts'
import { leftOf } from '../../server/money/given-back.ts'
import { lockAccount, post, type Account, type BizType, type Entry } from '../../server/money/ledger.ts'
import { refundOrder, startRefund } from '../../server/money/order-refund.ts'
import { whyNotPaid } from '../../server/business/withdrawal/may-be-paid.ts'
import { payOut } from '../../server/money/pay-out.ts'
import type { RefundOutcome } from '../../server/money/pretend-pay.ts'
import { take } from '../../server/money/sale.ts'
import { postShares } from '../../server/money/shares.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { fen, freezeEntries, returnEntries, settleEntries } from '../../server/money/withdrawal.ts'
import { perform } from '../../server/resource/action.ts'
import type { Row } from '../../server/resource/hooks.ts'
import { findRow } from '../../server/resource/list.ts'
import { tableOf } from '../../server/db/table.ts'
import {
  editRow,
  insertRow,
  localTime,
  newRow,
  recordOf,
  updateRow,
  type Writing,
} from '../../server/resource/write.ts'
import type { Services } from '../../server/kernel/services.ts'
import { person, type World } from './world.ts'

const {
  accountChange,
  blindBox,
  card,
  complaint,
  driverCar,
  driverMessage,
  ledgerAdjustment,
  onceCard,
  orderDeposit,
  orderMessage,
  serviceProvider,
  serviceProviderConfig,
  userCard,
  userWithdrawal,
} = resources

const HOUR_MS = 3_600_000

/** A number below `most`; repeats for one seed. */
export type Roll = (most: number) => number
export function dice(seed: number): Roll {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** What the operations stand on. */
export interface Ground {
  services: Services
  world: World
  /** In every number written here and nowhere else. */
  mark: string
  /** Numbers of the orders and cards there are; grows. */
  orders: string[]
  cards: string[]
  /** What the channel does with the next refund. */
  refundOutcome(outcome: RefundOutcome): void
  /** Runs a job that an operation has ordered, whether or not the queue does so too. */
  job(run: () => Promise<void>): Promise<void>
  /** Seconds that pass at once. */
  pass(seconds: number): void
}

export type Operation = (roll: Roll) => Promise<unknown>

/**
 * What came of an operation. `busy`: two met in their locks and one of them was sent away, as a person is who reads 系统繁忙.
 * Throws whatever else went wrong.
 */
export async function outcomeOf(operation: Operation, roll: Roll): Promise<'done' | 'refused' | 'busy'> {
  try {
    await operation(roll)
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    if (isSerializationFailure(error)) return 'busy'
    throw error
  }
}

const [asked, first, second] = [person('asker'), person('first'), person('second')]
export const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)]!

/** As often as it is drawn. */
export const drawnFrom = (operations: ReturnType<typeof operationsOn>): { name: string; run: Operation }[] =>
  Object.entries(operations).flatMap(([name, [weight, run]]) =>
    Array<{ name: string; run: Operation }>(weight).fill({ name, run }),
  )

/** By what they are called; the weight says how often one is drawn. */
export function operationsOn(ground: Ground): Readonly<Record<string, readonly [weight: number, run: Operation]>> {
  const { services, mark, orders, cards } = ground
  const { people, merchants, shops, drivers, product, monthly, box, reason } = ground.world
  let number = 0
  const next = (prefix: string) => `${prefix}-R${mark}${String((number += 1))}`
  const inside = <T>(work: (writing: Writing) => Promise<T>) =>
    services.db.transaction((tx) => work({ tx, services, caller: systemCaller(1) }))
  const act = (caller: Caller, resource: Resource, action: string, id: string, input: Row = {}) => {
    const { run } = works.find((one) => one.resource.name === resource.name && one.action === action)!
    return services.db.transaction((tx) =>
      perform({ tx, caller, services }, resource, action, run, { id, reason: '随机', input }),
    )
  }
  /** Without its hooks: what a consumer's app has written. */
  const write = async <R extends Resource>(
    writing: Writing,
    resource: R,
    draft: Row,
    more: Row = {},
  ): Promise<Wire<R>> => {
    const row = { ...newRow(writing, resource, draft), ...more }
    await writing.tx.insert(tableOf<Resource>(resource)).values(recordOf(resource, row))
    return row
  }

  const anybody = (roll: Roll) => pick(roll, people)
  const someFen = (roll: Roll, most: number) => BigInt(roll(most) + 1)
  const move = async (
    writing: Writing,
    [ownerType, ownerId]: readonly [Account['ownerType'], string],
    bizType: BizType,
    bizNo: string,
    entries: Entry[],
  ) => post(writing, await lockAccount(writing.tx, 1, { ownerType, ownerId }), { bizType, bizNo }, entries)
  const ago = (hours: number) => localTime(services, new Date(services.clock.now().getTime() - hours * HOUR_MS))
  const parts = (amount: bigint) => ({
    applyAmount: fromHundredths(amount),
    arriveAmount: fromHundredths(amount - amount / 10n),
    feeAmount: fromHundredths(amount / 10n),
    taxAmount: '0.00',
  })

  /** An order that is over, paid from the wallet or through a channel, shared along the chain. */
  const rented = (roll: Roll, providerId: string, device: string, driverId?: string) =>
    inside(async (writing) => {
      const amount = someFen(roll, 3000)
      const userId = anybody(roll)
      const wallet = roll(3) > 0
      const account = await lockAccount(writing.tx, 1, { ownerType: ownerTypes.consumer, ownerId: userId })
      const pay = fromHundredths(amount)
      const where = { deviceId: device, borrowCabinetId: device, providerId, driverId: driverId ?? null }
      const draft = { userId, ...where, billMode: billModes.byTime }
      const paid = { startTime: ago(2), endTime: ago(0), totalAmount: pay, payAmount: pay }
      const by = wallet
        ? { payChannel: payChannels.wallet }
        : { payChannel: payChannels.wechat, outTradeNo: `${next('42')}01` }
      const over = { orderNo: next('DD'), status: orderStates.done }
      const order = await write(writing, orderMessage, { ...draft, ...paid, ...by }, over)
      const entry: Entry = { amountType: amountTypes.rental, direction: directions.expense, amount }
      if (wallet) await post(writing, account, { bizType: 'order', bizNo: over.orderNo }, [entry])
      await postShares(writing, order, amount)
      orders.push(String(order.id))
    })

  /** The channel makes the refund, or cannot. */
  const fromChannel = async (roll: Roll, orderId: string) => {
    ground.refundOutcome(roll(4) ? 'refunded' : 'failed')
    await ground.job(() => refundOrder(services, orderId))
  }
  /** Handled with money back, now and then more than is left, and agreed to where that is needed. */
  const resolved = async (roll: Roll, id: string, orderId: string) => {
    const [refund, compensation] = [roll(3) ? 0 : roll(1500), roll(1500)]
    await act(asked, complaint, 'resolve', id, {
      resolveType: refund ? resolveTypes.refund : resolveTypes.byPhone,
      refundAmount: fromHundredths(refund),
      compensation: fromHundredths(compensation),
      resultText: '随机',
    })
    const stateOf = async () => (await inside((writing) => findRow(writing.tx, writing.caller, complaint, id)))!.status
    if ((await stateOf()) === complaintStates.review) await act(first, complaint, roll(4) ? 'approve' : 'reject', id)
    if (refund) await fromChannel(roll, orderId)
  }

  return {
    'a recharge with a gift': [
      12,
      (roll) =>
        inside((writing) =>
          move(writing, [ownerTypes.consumer, anybody(roll)], 'recharge', next('CZ'), [
            { amountType: amountTypes.recharge, direction: directions.income, amount: someFen(roll, 5000) },
            { amountType: amountTypes.rechargeGift, direction: directions.income, amount: BigInt(roll(500)) },
          ]),
        ),
    ],
    'a card, from the wallet or from outside': [
      10,
      (roll) =>
        inside(async (writing) => {
          const [userId, cardNo, amount] = [anybody(roll), next('UK'), someFen(roll, 3000)]
          const account = await lockAccount(writing.tx, 1, { ownerType: ownerTypes.consumer, ownerId: userId })
          const payment = roll(2)
            ? { payChannel: payChannels.wallet, outTradeNo: null }
            : { payChannel: payChannels.wechat, outTradeNo: `${next('42')}02` }
          const draft = {
            userId,
            cardKind: cardKinds.times,
            productId: product,
            payAmount: fromHundredths(amount),
            ...payment,
          }
          const times = {
            source: cardSources.bought,
            startTime: ago(1),
            endTime: ago(-72),
            totalTimes: 10,
            issueReason: '随机',
          }
          const row = await write(writing, userCard, { ...draft, ...times }, { cardNo, status: userCardStates.using })
          await take(writing, account, { bizType: 'userCard', bizNo: cardNo }, payment, {
            amountType: amountTypes.card,
            amount,
          })
          cards.push(String(row.id))
        }),
    ],
    'a part of a card back': [
      6,
      async (roll) => {
        const id = cards.length ? pick(roll, cards) : undefined
        if (!id) return
        const open = await inside(async (writing) => {
          const before = (await findRow(writing.tx, writing.caller, userCard, id, true))!
          if (before.refundStatus !== refundStates.none) throw new Refusal(200, '已退款')
          const row = structuredClone(before)
          row.refundFrom = row.status
          row.refundingAmount = fromHundredths(BigInt(roll(Number(fen(row, 'payAmount')) + 1)))
          await startCardRefund(writing, row)
          await updateRow({ ...writing, mode: 'edit', before, after: row, extras: {} }, userCard, 'refund')
          return row.refundStatus === refundStates.refunding
        })
        if (!open) return
        ground.refundOutcome(roll(4) ? 'refunded' : 'failed')
        await ground.job(() => refundCard(services, id))
      },
    ],
    'a card over the counter, by the rules': [
      3,
      (roll) =>
        act(asked, onceCard, 'sell', product, {
          userId: anybody(roll),
          payChannel: payChannels.wallet,
          outTradeNo: null,
        }),
    ],
    'a draw from the box': [6, (roll) => act(asked, blindBox, 'draw', box, { userId: anybody(roll) })],
    'a rental': [22, (roll) => rented(roll, pick(roll, merchants), 'none')],
    'a ride': [
      10,
      (roll) => {
        const at = roll(drivers.length)
        return rented(roll, merchants[at]!, drivers[at]!.device, drivers[at]!.id)
      },
    ],
    'a part of a rental back, more than is left now and then': [
      10,
      async (roll) => {
        const id = orders.length ? pick(roll, orders) : undefined
        if (!id) return
        const status = await inside(async (writing) => {
          const before = (await findRow(writing.tx, writing.caller, orderMessage, id, true))!
          const after = structuredClone(before)
          const amount = someFen(roll, Number(await leftOf(writing, before)) + 20)
          await startRefund(writing, after, amount, { reason: '随机' })
          await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, orderMessage, 'refund')
          return after.status
        })
        if (status === orderStates.refunding) await fromChannel(roll, id)
      },
    ],
    'a complaint that is paid for, opened again and paid for again': [
      6,
      async (roll) => {
        const orderId = orders.length ? pick(roll, orders) : undefined
        if (!orderId) return
        const id = await inside(async (writing) => {
          const order = (await findRow(writing.tx, writing.caller, orderMessage, orderId))!
          const draft = {
            complaintType: complaintTypes.billing,
            userId: order.userId,
            orderId,
            phone: '13700001111',
            content: '随机',
          }
          const after = newRow({ ...writing, caller: asked }, complaint, draft)
          await insertRow({ ...writing, caller: asked, mode: 'add', after, extras: {} }, complaint)
          return String(after.id)
        })
        await act(asked, complaint, 'accept', id)
        await resolved(roll, id, orderId)
        await act(asked, complaint, 'reopen', id)
        await resolved(roll, id, orderId)
      },
    ],
    'a card of days that stands still and goes back': [
      4,
      async (roll) => {
        const userId = anybody(roll)
        await act(asked, card, 'sell', monthly, { userId, payChannel: payChannels.wallet, outTradeNo: null })
        const table = tableOf(userCard)
        const [bought] = await services.db
          .select({ id: table.id })
          .from(table)
          .where(and(eq(table.userId, userId), eq(table.productId, monthly)))
          .orderBy(desc(table.createTime))
          .limit(1)
        const id = String(bought!.id)
        const stood = roll(40)
        const span = { startTime: ago(24 * (stood + roll(20))), endTime: ago(-24 * roll(30)) }
        await services.db.update(table).set(span).where(eq(table.id, id))
        await act(asked, userCard, 'pause', id)
        await services.db
          .update(table)
          .set({ pauseTime: ago(24 * stood) })
          .where(eq(table.id, id))
        if (roll(2)) await act(asked, userCard, 'resume', id)
        await act(asked, userCard, 'refund', id, { refundVoucher: 'temp/a.png' })
        if (roll(4) === 0) return act(first, userCard, 'refuseRefund', id)
        await act(first, userCard, 'passRefund', id)
        return act(second, userCard, 'review', id)
      },
    ],
    'an order ended by force': [
      3,
      async (roll) => {
        const rest = {
          deviceId: 'none',
          borrowCabinetId: 'none',
          billMode: billModes.byTime,
          providerId: pick(roll, merchants),
        }
        const draft = { userId: anybody(roll), startTime: ago(roll(30)), ...rest }
        const { id } = await inside((writing) => write(writing, orderMessage, draft, { orderNo: next('DD') }))
        await act(asked, orderMessage, 'settle', String(id), { settleReasonId: reason })
        orders.push(String(id))
      },
    ],
    'a withdrawal, booked': [
      8,
      (roll) =>
        inside(async (writing) => {
          const owner = pick(roll, [
            [ownerTypes.consumer, anybody(roll)],
            [ownerTypes.provider, pick(roll, merchants)],
            [ownerTypes.driver, pick(roll, drivers).id],
          ] as const)
          const { balance, gift } = await lockAccount(writing.tx, 1, { ownerType: owner[0], ownerId: owner[1] })
          const row = parts(BigInt(roll(Number(balance - gift > 2000n ? 2000n : balance - gift) + 1)))
          const bizNo = next('TX')
          await move(writing, owner, 'userWithdrawal', bizNo, freezeEntries(row))
          await move(writing, owner, 'userWithdrawal', bizNo, roll(3) ? settleEntries(row) : returnEntries(row))
        }),
    ],
    'a withdrawal, by the rules': [
      2,
      async (roll) => {
        // A bank pays at once, WeChat when its user has confirmed.
        const account = roll(2)
          ? { method: withdrawMethods.bankCard, bankName: '某行', bankNo: '6222000011112222' }
          : { method: withdrawMethods.wechat }
        const draft = {
          ownerType: ownerTypes.consumer,
          ownerId: anybody(roll),
          applyAmount: fromHundredths(1000n + BigInt(roll(2000))),
        }
        const id = await inside(async (writing) => {
          const after = newRow({ ...writing, caller: asked }, userWithdrawal, { ...draft, ...account })
          await insertRow({ ...writing, caller: asked, mode: 'add', after, extras: {} }, userWithdrawal)
          return String(after.id)
        })
        if (roll(3) === 0) return act(first, userWithdrawal, 'reject', id)
        await act(first, userWithdrawal, 'approve', id)
        // Twice at once: the number pays once.
        const once = () => ground.job(() => payOut(services, id, whyNotPaid))
        return Promise.all([once(), once()])
      },
    ],
    'a deposit back': [
      2,
      async (roll) => {
        const depositNo = next('YJ')
        // Of the wallet, where it has enough; of a channel or the counter otherwise.
        const id = await inside(async (writing) => {
          const userId = anybody(roll)
          const account = await lockAccount(writing.tx, 1, { ownerType: ownerTypes.consumer, ownerId: userId })
          const by =
            account.balance >= 9900n ? payChannels.wallet : pick(roll, [payChannels.wechat, payChannels.offline])
          const draft = { userId, depositType: depositTypes.paid, payChannel: by, amount: '99.00' }
          const outTradeNo = by === payChannels.wechat ? `${next('42')}03` : null
          if (by === payChannels.wallet)
            await post(writing, account, { bizType: 'orderDeposit', bizNo: depositNo }, [
              { amountType: amountTypes.deposit, direction: directions.expense, amount: 9900n },
            ])
          return (await write(writing, orderDeposit, draft, { depositNo, status: depositStates.paid, outTradeNo })).id
        })
        await act(asked, orderDeposit, 'requestRefund', String(id))
        await act(first, orderDeposit, 'approve', String(id))
        const job = () => ground.job(() => refundDeposit(services, String(id)))
        ground.refundOutcome(roll(4) ? 'refunded' : 'failed')
        await job()
        ground.refundOutcome('refunded')
        const { status } = (await inside((writing) => findRow(writing.tx, writing.caller, orderDeposit, String(id))))!
        if (status !== depositStates.failed || !roll(2)) return
        await act(first, orderDeposit, 'retry', String(id))
        await job()
      },
    ],
    'an adjustment by three people': [
      2,
      async (roll) => {
        const draft = {
          ownerType: ownerTypes.consumer,
          ownerId: anybody(roll),
          direction: roll(2) ? directions.income : directions.expense,
        }
        const why = { amount: fromHundredths(someFen(roll, 800)), adjustReason: '随机', voucher: 'temp/a.png' }
        const id = await inside(async (writing) => {
          const after = newRow({ ...writing, caller: asked }, ledgerAdjustment, { ...draft, ...why })
          await insertRow({ ...writing, caller: asked, mode: 'add', after, extras: {} }, ledgerAdjustment)
          return String(after.id)
        })
        await act(first, ledgerAdjustment, 'approve', id)
        await act(second, ledgerAdjustment, 'review', id)
      },
    ],
    'another amount for the devices of a driver': [
      2,
      (roll) =>
        inside(async (writing) => {
          const { id } = pick(roll, drivers)
          const { version } = (await findRow(writing.tx, writing.caller, driverMessage, id))!
          await editRow(writing, driverMessage, id, { version, freezeAmount: fromHundredths(BigInt(roll(9901))) })
        }),
    ],
    'another ratio on the way of an order, more than is left now and then': [
      4,
      async (roll) => {
        const ratio = (from: number) => fromHundredths(BigInt((from + roll(60)) * 100))
        if (roll(3) === 0)
          return inside(async (writing) => {
            const { id } = pick(roll, drivers)
            const { version } = (await findRow(writing.tx, writing.caller, driverMessage, id))!
            await editRow(writing, driverMessage, id, { version, shareRatio: ratio(1) })
          })
        const merchant = pick(roll, merchants)
        const { rows } = await services.db.execute<{ id: string; own: boolean }>(sql`
          select c.id, c.provider_id = ${merchant} as own from ${tableOf(serviceProviderConfig)} c join ${tableOf(serviceProvider)} p
            on c.provider_id = p.id or c.provider_id = p.parent_id where p.id = ${merchant} order by own`)
        const { id, own } = pick(roll, rows)
        return inside(async (writing) => {
          const { version } = (await findRow(writing.tx, writing.caller, serviceProviderConfig, id))!
          await editRow(writing, serviceProviderConfig, id, { version, shareRatio: ratio(own ? 25 : 1) })
        })
      },
    ],
    'a merchant that moves to another shop': [
      2,
      (roll) =>
        inside(async (writing) => {
          const id = pick(roll, merchants)
          const { version } = (await findRow(writing.tx, writing.caller, serviceProvider, id))!
          await editRow(writing, serviceProvider, id, { version, parentId: pick(roll, shops) })
        }),
    ],
    'another account for a provider, agreed to or not': [
      2,
      async (roll) => {
        const { rows } = await services.db.execute<{ id: string }>(sql`
          select id from ${tableOf(serviceProviderConfig)} where provider_id = ${pick(roll, merchants)}`)
        const account = {
          accountType: accountTypes.firm,
          bankName: '某行',
          bankNo: `62220000${10_000_000 + roll(10)}`,
          accountName: '某',
        }
        await act(asked, serviceProviderConfig, 'changeAccount', rows[0]!.id, account)
        const open = await services.db.execute<{ id: string }>(sql`
          select id from ${tableOf(accountChange)} where status = ${accountChangeStates.waiting} and create_by = 'asker' limit 1`)
        for (const { id } of open.rows) await act(first, accountChange, pick(roll, ['approve', 'reject']), id)
      },
    ],
    'a withdrawal of a provider, to the account of that moment': [
      3,
      async (roll) => {
        const draft = {
          ownerType: ownerTypes.provider,
          ownerId: pick(roll, merchants),
          applyAmount: '10.00',
          method: withdrawMethods.bankCard,
        }
        const id = await inside(async (writing) => {
          const after = newRow({ ...writing, caller: asked }, userWithdrawal, draft)
          await insertRow({ ...writing, caller: asked, mode: 'add', after, extras: {} }, userWithdrawal)
          return String(after.id)
        })
        await act(first, userWithdrawal, 'approve', id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          // The account was changed in between: the next request goes to the new one.
          return act(first, userWithdrawal, 'reject', id)
        })
        await ground.job(() => payOut(services, id, whyNotPaid))
      },
    ],
    'some hours that pass at once': [1, async (roll) => ground.pass(roll(3 * 3600))],
    'a car that stops or goes on': [
      2,
      (roll) => act(asked, driverCar, pick(roll, ['disable', 'enable']), pick(roll, drivers).car),
    ],
  }
}
