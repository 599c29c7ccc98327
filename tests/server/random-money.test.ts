/** Money operations in any order by several people at once: every balance stays the sum of its rows, and never below nothing. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHundredths } from '#model/money.ts'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { actions } from '../../server/actions/index.ts'
import type { Tx } from '../../server/db/connect.ts'
import type { Caller } from '../../server/http/caller.ts'
import { Refusal } from '../../server/http/errors.ts'
import { CARD_REFUND, startCardRefund } from '../../server/money/card-refund.ts'
import { refundDeposit } from '../../server/money/deposit-refund.ts'
import { DIRECTION, lockAccount, post, type Entry } from '../../server/money/ledger.ts'
import { ORDER, refundable, refundOrder, startRefund } from '../../server/money/order-refund.ts'
import { payOut } from '../../server/money/pay-out.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { take } from '../../server/money/sale.ts'
import { postShares } from '../../server/money/shares.ts'
import { systemCaller } from '../../server/money/trail.ts'
import { fen, freezeEntries, returnEntries, settleEntries } from '../../server/money/withdrawal.ts'
import { perform } from '../../server/resource/action.ts'
import type { Row } from '../../server/resource/hooks.ts'
import { findRow } from '../../server/resource/list.ts'
import { tableOf } from '../../server/resource/table.ts'
import {
  editRow,
  insertRow,
  localTime,
  newRow,
  recordOf,
  updateRow,
  type Writing,
} from '../../server/resource/write.ts'
import { make } from '../make.ts'
import { kindsHere, testApp, type TestApp } from '../product.ts'

const {
  amountDetail,
  appConfig,
  blindBox,
  driverCar,
  driverMessage,
  ledgerAdjustment,
  onceCard,
  orderDeposit,
  orderMessage,
  serviceProvider,
  serviceProviderConfig,
  settleReason,
  userCard,
  userMessage,
  userWithdrawal,
} = resources

/** Of both databases together; the embedded one has one connection at a time and takes a fifth. */
const TOTAL = Number(process.env['RANDOM_MONEY'] ?? 10_000)
const COUNTS = { embedded: TOTAL / 5, postgres: (TOTAL * 4) / 5 } as const
const WORKERS = 4
const HOUR_MS = 3_600_000

/** Repeats for one seed. */
type Roll = (most: number) => number
function dice(seed: number): Roll {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

describe.each(await kindsHere())('random money on %s', (kind) => {
  let test: TestApp
  let people: string[] = []
  let merchants: string[] = []
  let drivers: { id: string; car: string; device: string }[] = []
  let [product, box, reason]: string[] = []

  beforeAll(async () => {
    test = await testApp(kind)
    const { services } = test
    const { db } = services
    // Jobs are run by the operation that orders them: what is still under way when the books are compared would be nobody's.
    services.jobs.send = async () => undefined
    const idsOf = async (query: ReturnType<typeof sql>) =>
      (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
    people = await idsOf(
      sql`select id from ${tableOf(userMessage)} where tenant_id = 1 and status = '1' order by id limit 12`,
    )
    merchants = await idsOf(
      sql`select id from ${tableOf(serviceProvider)} where tenant_id = 1 and level = '5' and status = '1' order by id limit 6`,
    )
    ;[reason] = await idsOf(
      sql`select id from ${tableOf(settleReason)} where fee_effect = '1' and need_audit = 'N' and need_image = 'N' limit 1`,
    )
    // Any number of requests a day.
    await db.update(tableOf(serviceProviderConfig)).set({ withdrawDayTimes: 1_000_000 })
    await db.execute(
      sql`update ${tableOf(appConfig)} set config_value = '1000000' where config_key = 'withdraw.dayTimes'`,
    )
    await db.transaction(async (tx) => {
      const writing = { tx, services, caller: asked }
      const made = async (resource: Resource, draft: Row, more: Row = {}) => {
        const after = newRow(writing, resource, make(resource, draft))
        await insertRow({ ...writing, mode: 'add', after, extras: {} }, resource)
        await tx
          .update(tableOf(resource))
          .set({ status: '1', ...more })
          .where(eq(tableOf(resource).id!, after.id))
        return String(after.id)
      }
      product = await made(onceCard, { areaCodes: null, price: '3.00', originalPrice: '3.00', buyLimit: 0 })
      const prizes = [
        { prizeName: '谢谢参与', prizeType: '1', probability: '50.00' },
        { prizeName: '红包', prizeType: '2', amount: '2.00', probability: '40.00', stock: 40 },
        { prizeName: '次卡', prizeType: '3', refId: product, probability: '10.00', stock: 1000 },
      ]
      const open = { status: '2', startTime: '2026-01-01 00:00:00' }
      box = await made(
        blindBox,
        { areaCodes: null, price: '1.50', drawLimit: 1_000_000, totalLimit: null, prizes },
        open,
      )
      for (const device of ['ride-a', 'ride-b', 'ride-c']) {
        const own = { providerId: merchants[drivers.length], shareRatio: '5.00', freezeAmount: '20.00' }
        const id = await made(driverMessage, own)
        const car = await made(driverCar, { providerId: own.providerId, driverId: id, deviceIds: device })
        drivers = [...drivers, { id, car, device }]
      }
    })
  })
  afterAll(() => test?.close())

  const person = (username: string): Caller => ({ ...systemCaller(1), username, userId: username })
  const [asked, first, second] = ['asker', 'first', 'second'].map(person) as [Caller, Caller, Caller]

  const orders: string[] = []
  const cards: string[] = []
  let number = 0
  const next = (prefix: string) => `${prefix}-R${kind}${String((number += 1))}`
  const inside = <T>(work: (writing: Writing) => Promise<T>) =>
    test.services.db.transaction((tx) => work({ tx, services: test.services, caller: systemCaller(1) }))
  const act = (caller: Caller, resource: Resource, action: string, id: string, input: Row = {}) => {
    const { run } = actions.find((one) => one.resource.name === resource.name && one.action === action)!
    return test.services.db.transaction((tx) =>
      perform({ tx, caller, services: test.services }, resource, action, run, { id, reason: '随机', input }),
    )
  }
  /** Without its hooks: what a consumer's app has written. */
  const write = async (writing: Writing, resource: Resource, draft: Row, more: Row = {}): Promise<Row> => {
    const row = { ...newRow(writing, resource, draft), ...more }
    await writing.tx.insert(tableOf(resource)).values(recordOf(resource, row))
    return row
  }

  type Operation = (roll: Roll) => Promise<unknown>
  const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)]!
  const anybody = (roll: Roll) => pick(roll, people)
  const someFen = (roll: Roll, most: number) => BigInt(roll(most) + 1)
  const move = async (
    writing: Writing,
    [ownerType, ownerId]: readonly [string, string],
    bizType: string,
    bizNo: string,
    entries: Entry[],
  ) => post(writing, await lockAccount(writing.tx, 1, { ownerType, ownerId }), { bizType, bizNo }, entries)
  const ago = (hours: number) =>
    localTime(test.services, new Date(test.services.clock.now().getTime() - hours * HOUR_MS))
  const parts = (amount: bigint): Row => ({
    applyAmount: fromHundredths(amount),
    arriveAmount: fromHundredths(amount - amount / 10n),
    feeAmount: fromHundredths(amount / 10n),
    taxAmount: '0.00',
  })

  /** An order that is over, paid from the wallet or through a channel, shared along the chain. */
  const rented = (roll: Roll, providerId: string, device: string) =>
    inside(async (writing) => {
      const amount = someFen(roll, 3000)
      const userId = anybody(roll)
      const wallet = roll(3) > 0
      const account = await lockAccount(writing.tx, 1, { ownerType: '1', ownerId: userId })
      const pay = fromHundredths(amount)
      const draft = { userId, deviceId: device, borrowCabinetId: device, providerId, billMode: '1' }
      const paid = { startTime: ago(2), endTime: ago(0), totalAmount: pay, payAmount: pay }
      const by = wallet ? { payChannel: '3' } : { payChannel: '1', outTradeNo: `${next('42')}01` }
      const over = { orderNo: next('DD'), status: ORDER.done }
      const order = await write(writing, orderMessage, { ...draft, ...paid, ...by }, over)
      const entry: Entry = { amountType: '101', direction: DIRECTION.expense, amount }
      if (wallet) await post(writing, account, { bizType: 'order', bizNo: over.orderNo }, [entry])
      await postShares(writing, order, amount)
      orders.push(String(order.id))
    })

  const operations: Readonly<Record<string, readonly [weight: number, run: Operation]>> = {
    'a recharge with a gift': [
      12,
      (roll) =>
        inside((writing) =>
          move(writing, ['1', anybody(roll)], 'recharge', next('CZ'), [
            { amountType: '102', direction: DIRECTION.income, amount: someFen(roll, 5000) },
            { amountType: '103', direction: DIRECTION.income, amount: BigInt(roll(500)) },
          ]),
        ),
    ],
    'a card, from the wallet or from outside': [
      10,
      (roll) =>
        inside(async (writing) => {
          const [userId, cardNo, amount] = [anybody(roll), next('UK'), someFen(roll, 3000)]
          const account = await lockAccount(writing.tx, 1, { ownerType: '1', ownerId: userId })
          const payment = roll(2)
            ? { payChannel: '3', outTradeNo: null }
            : { payChannel: '1', outTradeNo: `${next('42')}02` }
          const draft = { userId, cardKind: '2', productId: product, payAmount: fromHundredths(amount), ...payment }
          const times = { source: '1', startTime: ago(1), endTime: ago(-72), totalTimes: 10, issueReason: '随机' }
          const row = await write(writing, userCard, { ...draft, ...times }, { cardNo, status: '1' })
          await take(writing, account, { bizType: 'userCard', bizNo: cardNo }, payment, { amountType: '104', amount })
          cards.push(String(row.id))
        }),
    ],
    'a part of a card back': [
      6,
      async (roll) => {
        const id = cards.length ? pick(roll, cards) : undefined
        if (!id) return
        await inside(async (writing) => {
          const row = (await findRow(writing.tx, writing.caller, userCard, id, true))!
          if (row.refundStatus !== '0') throw new Refusal(200, '已退款')
          row.refundingAmount = fromHundredths(BigInt(roll(Number(fen(row, 'payAmount')) + 1)))
          // Over the counter, so that it is settled here whatever it was paid with.
          if (row.payChannel !== '3') row.payChannel = '9'
          await startCardRefund(writing, row)
          expect(row.refundStatus).toBe(CARD_REFUND.refunded)
          await writing.tx
            .update(tableOf(userCard))
            .set({ refundStatus: '4', status: '5', refundAmount: fen(row, 'refundAmount') })
            .where(eq(tableOf(userCard).id!, id))
        })
      },
    ],
    'a card over the counter, by the rules': [
      3,
      (roll) => act(asked, onceCard, 'sell', product!, { userId: anybody(roll), payChannel: '3', outTradeNo: null }),
    ],
    'a draw from the box': [6, (roll) => act(asked, blindBox, 'draw', box!, { userId: anybody(roll) })],
    'a rental': [22, (roll) => rented(roll, pick(roll, merchants), 'none')],
    'a ride': [
      10,
      (roll) => {
        const at = roll(drivers.length)
        return rented(roll, merchants[at]!, drivers[at]!.device)
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
          const amount = someFen(roll, Number(refundable(before)) + 20)
          await startRefund(writing, after, amount, { reason: '随机' })
          await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, orderMessage, 'refund')
          return after.status
        })
        if (status === ORDER.refunding) await refundOrder(test.services, id)
      },
    ],
    'an order ended by force': [
      3,
      async (roll) => {
        const rest = { deviceId: 'none', borrowCabinetId: 'none', billMode: '1', providerId: pick(roll, merchants) }
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
            ['1', anybody(roll)],
            ['2', pick(roll, merchants)],
            ['3', pick(roll, drivers).id],
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
        const account = { method: '1', bankName: '某行', bankNo: '6222000011112222', accountName: '某' }
        const draft = {
          ownerType: '1',
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
        return Promise.all([payOut(test.services, id), payOut(test.services, id)])
      },
    ],
    'a deposit back': [
      2,
      async (roll) => {
        const draft = { userId: anybody(roll), depositType: '1', payChannel: '1', amount: '99.00' }
        const paid = { depositNo: next('YJ'), status: '1', outTradeNo: `${next('42')}03` }
        const { id } = await inside((writing) => write(writing, orderDeposit, draft, paid))
        await act(asked, orderDeposit, 'requestRefund', String(id))
        await act(first, orderDeposit, 'approve', String(id))
        await refundDeposit(test.services, String(id))
      },
    ],
    'an adjustment by three people': [
      2,
      async (roll) => {
        const draft = { ownerType: '1', ownerId: anybody(roll), direction: roll(2) ? '1' : '2' }
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
    'a car that stops or goes on': [
      2,
      (roll) => act(asked, driverCar, pick(roll, ['disable', 'enable']), pick(roll, drivers).car),
    ],
  }
  const drawn = Object.values(operations).flatMap(([weight, run]) => Array<Operation>(weight).fill(run))

  it(`stays true over ${COUNTS[kind]} operations by ${WORKERS} workers`, { timeout: 1_200_000 }, async () => {
    const { services } = test
    const tally = { done: 0, refused: 0 }
    const work = async (worker: number) => {
      const roll = dice(20_260_301 + worker)
      for (let count = 0; count < COUNTS[kind] / WORKERS; count += 1)
        await pick(
          roll,
          drawn,
        )(roll).then(
          () => (tally.done += 1),
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            tally.refused += 1
          },
        )
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    expect(tally.done + tally.refused).toBeGreaterThanOrEqual(COUNTS[kind])
    expect(tally.refused).toBeGreaterThan(0)
    expect(tally.done).toBeGreaterThan(tally.refused)
    expect(orders.length).toBeGreaterThan(COUNTS[kind] / 10)
    expect(await differencesOf(services, 1)).toEqual([])
    expect(await brokenRows(services.db)).toEqual([])
    expect(await belowNothing(services.db)).toEqual([])
    const frozen = await services.db.execute(sql`
      select driver_no from ${tableOf(driverMessage)} where coalesce(device_frozen, 0) > coalesce(frozen, 0)`)
    expect(frozen.rows).toEqual([])
  })
})

type Db = TestApp['services']['db'] | Tx

/** Rows of the ledger that do not follow from the row before. */
const brokenRows = async (db: Db) =>
  (
    await db.execute(sql`
      select detail_no from (
        select detail_no, direction, amount, before_amount, after_amount,
          coalesce(lag(after_amount) over (partition by owner_type, owner_id order by detail_no), 0) as was
        from ${tableOf(amountDetail)}) l
      where before_amount <> was or after_amount < 0
        or after_amount <> before_amount + case when direction in ('1', '4') then amount else -amount end limit 5`)
  ).rows

/** Balances that should not be. */
const belowNothing = async (db: Db) => {
  const accounts = [userMessage, serviceProvider, driverMessage]
  const found = []
  for (const resource of accounts)
    found.push(
      ...(await db.execute(sql`select id from ${tableOf(resource)} where balance < 0 or frozen < 0 limit 5`)).rows,
    )
  return found
}
