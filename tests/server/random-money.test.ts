/** Money operations in any order by several people at once: every balance stays the sum of its rows, and never below nothing. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { Refusal } from '../../server/http/errors.ts'
import { DIRECTION, lockAccount, post, type Entry } from '../../server/money/ledger.ts'
import { ORDER, refundable, startRefund } from '../../server/money/order-refund.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { postShares } from '../../server/money/shares.ts'
import { systemCaller } from '../../server/money/trail.ts'
import { fen, freezeEntries, returnEntries, settleEntries } from '../../server/money/withdrawal.ts'
import type { Row } from '../../server/resource/hooks.ts'
import { findRow } from '../../server/resource/list.ts'
import { tableOf } from '../../server/resource/table.ts'
import { insertRow, newRow, updateRow, type Writing } from '../../server/resource/write.ts'
import { kindsHere, testApp, type TestApp } from '../product.ts'

const { orderMessage, serviceProvider, userMessage } = resources

/** The embedded database has one connection at a time. */
const COUNTS = { embedded: 800, postgres: 1200 } as const
const WORKERS = 4

/** Repeats for one seed. */
function dice(seed: number): (most: number) => number {
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
  beforeAll(async () => {
    test = await testApp(kind)
    const { db } = test.services
    const idsOf = async (query: ReturnType<typeof sql>) =>
      (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
    people = await idsOf(
      sql`select id from ${tableOf(userMessage)} where tenant_id = 1 and status = '1' order by id limit 12`,
    )
    merchants = await idsOf(
      sql`select id from ${tableOf(serviceProvider)} where tenant_id = 1 and level = '5' order by id limit 6`,
    )
  })
  afterAll(() => test?.close())

  const orders: string[] = []
  let number = 0
  const next = (prefix: string) => `${prefix}-R${kind}${String((number += 1))}`

  type Operation = (writing: Writing, roll: (most: number) => number) => Promise<void>
  const anybody = (roll: (most: number) => number) => people[roll(people.length)]!
  const move = async (
    writing: Writing,
    ownerType: string,
    ownerId: string,
    bizType: string,
    bizNo: string,
    entries: Entry[],
  ) => post(writing, await lockAccount(writing.tx, 1, { ownerType, ownerId }), { bizType, bizNo }, entries)
  const withdrawn = (amount: bigint): Row => ({
    applyAmount: fromHundredths(amount),
    arriveAmount: fromHundredths(amount - amount / 10n),
    feeAmount: fromHundredths(amount / 10n),
    taxAmount: '0.00',
  })

  const operations: readonly Operation[] = [
    // A recharge with a gift.
    async (writing, roll) =>
      move(writing, '1', anybody(roll), 'recharge', next('CZ'), [
        { amountType: '102', direction: DIRECTION.income, amount: BigInt(roll(5000) + 1) },
        { amountType: '103', direction: DIRECTION.income, amount: BigInt(roll(500)) },
      ]),
    // A card, and a part of it back.
    async (writing, roll) => {
      const [ownerId, bizNo, price] = [anybody(roll), next('UK'), BigInt(roll(3000) + 1)]
      await move(writing, '1', ownerId, 'userCard', bizNo, [
        { amountType: '104', direction: DIRECTION.expense, amount: price },
      ])
      if (roll(3) === 0)
        await move(writing, '1', ownerId, 'userCard', bizNo, [
          { amountType: '112', direction: DIRECTION.income, amount: BigInt(roll(Number(price) + 1)) },
        ])
    },
    // An order paid from the wallet, shared along the chain.
    async (writing, roll) => {
      const amount = BigInt(roll(3000) + 1)
      const userId = anybody(roll)
      const account = await lockAccount(writing.tx, 1, { ownerType: '1', ownerId: userId })
      const order = newRow(writing, orderMessage, {
        userId,
        deviceId: 'none',
        borrowCabinetId: 'none',
        providerId: merchants[roll(merchants.length)],
        billMode: '1',
        startTime: '2026-03-01 10:00:00',
        totalAmount: fromHundredths(amount),
        payAmount: fromHundredths(amount),
        payChannel: '3',
      })
      order.status = ORDER.done
      await insertRow({ ...writing, mode: 'add', after: order, extras: {} }, orderMessage)
      await post(writing, account, { bizType: 'order', bizNo: String(order.orderNo) }, [
        { amountType: '101', direction: DIRECTION.expense, amount },
      ])
      await postShares(writing, order, amount)
      orders.push(String(order.id))
    },
    // A part of an order back, more than is left now and then.
    async (writing, roll) => {
      const id = orders[roll(orders.length)]
      const before = id && (await findRow(writing.tx, writing.caller, orderMessage, id, true))
      if (!before) return
      const after = structuredClone(before)
      await startRefund(writing, after, BigInt(roll(Number(refundable(before)) + 20) + 1), { reason: '随机' })
      await updateRow({ ...writing, mode: 'edit', before, after, extras: {} }, orderMessage, 'refund')
    },
    // A withdrawal of a merchant or a consumer, paid or given back.
    async (writing, roll) => {
      const provider = roll(2) === 0
      const [ownerType, ownerId] = provider ? ['2', merchants[roll(merchants.length)]!] : ['1', anybody(roll)]
      const { balance, gift } = await lockAccount(writing.tx, 1, { ownerType, ownerId })
      const free = balance - gift
      const row = withdrawn(BigInt(roll(Number(free > 2000n ? 2000n : free) + 1)))
      const bizNo = next('TX')
      await move(writing, ownerType, ownerId, 'userWithdrawal', bizNo, freezeEntries(row))
      await move(
        writing,
        ownerType,
        ownerId,
        'userWithdrawal',
        bizNo,
        roll(3) ? settleEntries(row) : returnEntries(row),
      )
    },
    // By hand, in either direction.
    async (writing, roll) =>
      move(writing, '1', anybody(roll), 'adjust', next('TZ'), [
        { amountType: '401', direction: roll(2) ? DIRECTION.income : DIRECTION.expense, amount: BigInt(roll(800) + 1) },
      ]),
  ]

  it(`stays true over ${COUNTS[kind]} operations by ${WORKERS} workers`, { timeout: 300_000 }, async () => {
    const { services } = test
    let refusals = 0
    const work = async (worker: number) => {
      const roll = dice(20_260_301 + worker)
      for (let count = 0; count < COUNTS[kind] / WORKERS; count += 1) {
        const operation = operations[roll(operations.length)]!
        await services.db
          .transaction((tx) => operation({ tx, services, caller: systemCaller(1) }, roll))
          .catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            refusals += 1
          })
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    expect(refusals).toBeGreaterThan(0)
    expect(orders.length).toBeGreaterThan(100)
    expect(await differencesOf(services, 1)).toEqual([])
    const { rows } = await services.db.execute<{ n: number }>(sql`
      select count(*)::int as n from ${tableOf(resources.amountDetail)}
      where after_amount < 0 or after_amount <> before_amount + case when direction in ('1', '4') then amount else -amount end`)
    expect(rows[0]).toEqual({ n: 0 })
    const some = await services.db
      .select()
      .from(tableOf(orderMessage))
      .where(eq(tableOf(orderMessage).id!, orders[0]))
    expect(fen(some[0] as Row, 'refundedAmount') <= fen(some[0] as Row, 'payAmount')).toBe(true)
  })
})
