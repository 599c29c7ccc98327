/** What consumers buy beside renting: who may buy, and how it is paid. */
import type { ValueIn } from '#model/choices.ts'
import { and, eq, sql } from 'drizzle-orm'
import { live } from '../db/live.ts'
import type { SystemTable } from '../db/table-type.ts'
import { allResources, resources } from '#resources/index.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { payChannels } from '#resources/product/selling.ts'
import { cardSources } from '#resources/product/userCard.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import type { Tx } from '../kernel/database.ts'
import { refused } from '../kernel/errors.ts'
import type { Row } from '../resource/hooks.ts'
import { columnOf, tableOf } from '../db/table.ts'
import type { Writing } from '../resource/write.ts'
import { lockAccount, post, type ConsumerAccount, type Entry, type LockedAccount, type Source } from './ledger.ts'

const drawn = tableOf(resources.boxDraw)
const recharges = tableOf(resources.userRecharge)
const bought = tableOf(resources.userCard)

/** Ways money comes in from outside: WeChat, Alipay, over the counter. */
const CHANNELS: readonly Payment['payChannel'][] = [payChannels.wechat, payChannels.alipay, payChannels.offline]
const NUMBERED: readonly Payment['payChannel'][] = [payChannels.wechat, payChannels.alipay]

/** The consumer's account, locked; refused for people who may not buy. */
export async function buyerOf(tx: Tx, tenantId: number, userId: unknown): Promise<ConsumerAccount> {
  const account = await lockAccount(tx, tenantId, { ownerType: ownerTypes.consumer, ownerId: String(userId) })
  if (account.record.status !== consumerStates.normal) throw refused('用户已冻结或注销，不能购买')
  return account
}

/** The consumer's city must be one of them; an empty list is everywhere. 440000 is every place in the province. */
export function refuseElsewhere(account: ConsumerAccount, areaCodes: unknown): void {
  const areas = String(areaCodes ?? '')
    .split(',')
    .filter(Boolean)
  const place = String(account.record.areaCode ?? '')
  if (areas.length && !areas.some((code) => place.startsWith(code.replace(/(0000|00)$/, ''))))
    throw refused('用户所在城市不在适用范围内')
}

/** Somebody who has neither rented nor bought a card. */
export async function refuseOldCustomer(tx: Tx, account: ConsumerAccount): Promise<void> {
  const [card] = await tx
    .select({ id: bought.id })
    .from(bought)
    .where(and(eq(bought.userId, account.ownerId), eq(bought.source, cardSources.bought), live(bought)))
    .limit(1)
  if (card || Number(account.record.orderCount ?? 0) > 0) throw refused('仅限新客购买')
}

export interface Payment {
  payChannel: ValueIn<typeof payChannels>
  outTradeNo: string | null
}

/** How it is paid, checked: a channel's payment carries the channel's number, which counts once everywhere. */
export async function paymentOf(tx: Tx, tenantId: number, input: Row, wallet: boolean): Promise<Payment> {
  const payChannel = input.payChannel as Payment['payChannel']
  const outTradeNo = (input.outTradeNo as string | null | undefined) || null
  if (!CHANNELS.includes(payChannel) && !(wallet && payChannel === payChannels.wallet))
    throw refused('不支持这种支付渠道')
  if (outTradeNo) {
    // Locked by the number: two people who type the same one meet here.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`trade ${outTradeNo}`}))`)
    const used = await usesOf(tx, outTradeNo)
    const own = used.find((one) => one.tenantId === tenantId)
    if (own) throw refused(`支付流水号已用于 ${own.no}`)
    // Tenants may have one account with a channel together, whose numbers are one sequence; what another did with it is not
    // said. What is written on a receipt over the counter is a matter of the tenant.
    const isSame = (one: Use) => NUMBERED.includes(one.payChannel)
    if (NUMBERED.includes(payChannel) && used.some(isSame)) throw refused('支付流水号已使用')
  }
  return { payChannel, outTradeNo }
}

interface Use extends Record<string, unknown> {
  tenantId: number
  no: string
  payChannel: Payment['payChannel']
}

/** Every record that was paid for outside, by the number that people know it by; a row of the ledger is that of its source. */
const PAID_OUTSIDE = allResources()
  .filter(({ fields }) => 'outTradeNo' in fields)
  .map((resource) => ({ table: tableOf(resource), no: resource === resources.amountDetail ? 'bizNo' : resource.title }))

/** Where a channel's number was used. What the consumers' app wrote, a rental or a deposit, may have no row in the ledger. */
async function usesOf(tx: Tx, outTradeNo: string): Promise<Use[]> {
  const channels = sql.param(Object.values(payChannels))
  const parts = PAID_OUTSIDE.map(
    ({ table, no }) => sql`
      select ${columnOf(table, 'tenantId')} as "tenantId", ${columnOf(table, no)} as no, ${columnOf(table, 'payChannel')} as "payChannel"
      from ${table} where ${columnOf(table, 'tenantId')} = any(array(select id::int from ${tableOf(resources.sysTenant)}))
        and ${columnOf(table, 'payChannel')} = any(${channels}::text[])
        and ${columnOf(table, 'outTradeNo')} = ${outTradeNo} and ${live(table)}`,
  )
  const { rows } = await tx.execute<Use>(sql.join(parts, sql` union all `))
  return rows
}

/** Paid from the wallet, or in from outside and out again, so that the wallet's rows tell of it and its balance stays. */
export async function take(
  writing: Writing,
  account: LockedAccount,
  source: Source,
  { payChannel, outTradeNo }: Payment,
  entry: Omit<Entry, 'direction'>,
): Promise<void> {
  const { income, expense } = directions
  const from: Source = { ...source, payChannel, ...(outTradeNo && { outTradeNo }) }
  const out: Entry = { ...entry, direction: expense }
  const entries = payChannel === payChannels.wallet ? [out] : [{ ...out, direction: income, remark: '支付转入' }, out]
  await post(writing, account, from, entries)
}

const count = async (tx: Tx, table: SystemTable, where: ReturnType<typeof and>): Promise<number> =>
  (
    await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(live(table), where))
  )[0]!.count

export const boughtOf = (tx: Tx, userId: string, productId: string): Promise<number> =>
  count(
    tx,
    bought,
    and(eq(bought.userId, userId), eq(bought.productId, productId), eq(bought.source, cardSources.bought)),
  )

export const drawsOf = (tx: Tx, userId: string, boxId: string): Promise<number> =>
  count(tx, drawn, and(eq(drawn.userId, userId), eq(drawn.boxId, boxId)))

export const rechargesOf = (tx: Tx, userId: string, settingId?: string): Promise<number> =>
  count(tx, recharges, and(eq(recharges.userId, userId), settingId ? eq(recharges.settingId, settingId) : undefined))
