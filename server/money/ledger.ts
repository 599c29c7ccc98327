/** The only way a balance changes: ledger rows and the balance they add up to, in one transaction. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { payChannels } from '#resources/product/selling.ts'
import type { ValueIn } from '#model/choices.ts'
import { fromHundredths } from '#model/money.ts'
import type { Resource, Stored } from '#model/resource.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { newId } from '../kernel/id.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { refused } from '../kernel/errors.ts'
import { dayOf, takeSerials } from '../resource/serial.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { tableOf } from '../db/table.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { localTime } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'

type Direction = ValueIn<typeof directions>
const EFFECT: Record<Direction, { balance: 1n | -1n; frozen: 0n | 1n | -1n }> = {
  [directions.income]: { balance: 1n, frozen: 0n },
  [directions.expense]: { balance: -1n, frozen: 0n },
  [directions.freeze]: { balance: -1n, frozen: 1n },
  [directions.release]: { balance: 1n, frozen: -1n },
}

/** Whose balance a pb_owner_type means. */
const ACCOUNTS = {
  [ownerTypes.consumer]: resources.userMessage,
  [ownerTypes.provider]: resources.serviceProvider,
  [ownerTypes.driver]: resources.driverMessage,
} as const

type OwnerType = ValueIn<typeof ownerTypes>
/** The record behind an account of that kind; none for the platform. */
type RecordOf<T extends OwnerType> = T extends keyof typeof ACCOUNTS ? Stored<(typeof ACCOUNTS)[T]> : never

type FieldOf<R> = R extends unknown ? keyof R & string : never
/** What some record behind an account has. */
type AccountField = FieldOf<RecordOf<OwnerType>>

export interface Account<T extends OwnerType = OwnerType> {
  ownerType: T
  ownerId: string
}

/** The record that holds the balance, as it was read. */
export interface ReadAccount<T extends OwnerType = OwnerType> extends Account<T> {
  resource: Resource
  balance: bigint
  frozen: bigint
  /** The part of the balance that was given: spent last, never paid out. */
  gift: bigint
  record: RecordOf<T>
}
/** Locked until the transaction ends, so that two payments of one account never overlap. */
export type LockedAccount<T extends OwnerType = OwnerType> = ReadAccount<T>

export type ConsumerAccount = LockedAccount<typeof ownerTypes.consumer>
export type ProviderAccount = LockedAccount<typeof ownerTypes.provider>
export type DriverAccount = LockedAccount<typeof ownerTypes.driver>
export const isConsumer = (account: LockedAccount): account is ConsumerAccount =>
  account.ownerType === ownerTypes.consumer
export const isProvider = (account: LockedAccount): account is ProviderAccount =>
  account.ownerType === ownerTypes.provider
export const isDriver = (account: LockedAccount): account is DriverAccount => account.ownerType === ownerTypes.driver

export interface Entry {
  amountType: ValueIn<typeof amountTypes>
  direction: Direction
  /** 分, more than 0. Entries of 0 are left out. */
  amount: bigint
  remark?: string
}
/** What may move money: a value of pb_biz_type, or nobody could read where a row came from. */
export type BizType = (typeof dictionaries.pb_biz_type.items)[number][0]

export interface Source {
  bizType: BizType
  bizNo: string
  outTradeNo?: string
  /** pb_pay_channel. */
  payChannel?: ValueIn<typeof payChannels>
  /** Local text: income that is paid out only from then on. */
  settleTime?: string
  /** The row that this one counters. */
  reverseOf?: string
}

const hasAccount = (ownerType: string): ownerType is keyof typeof ACCOUNTS => Object.hasOwn(ACCOUNTS, ownerType)

export const accountKey = ({ ownerType, ownerId }: Account): string => `${ownerType} ${ownerId}`

/** Accounts as they are now, by `accountKey`, locked by nobody; what is none is left out. */
export async function accountsNow(db: Database | Tx, accounts: readonly Account[]): Promise<Map<string, ReadAccount>> {
  const found = new Map<string, ReadAccount>()
  for (const ownerType of new Set(accounts.map((account) => account.ownerType))) {
    if (!hasAccount(ownerType)) continue
    const resource: Resource = ACCOUNTS[ownerType]
    const table: ResourceTable = tableOf(resource)
    const ids = accounts.flatMap((account) => (account.ownerType === ownerType ? [account.ownerId] : []))
    for (const row of await db
      .select()
      .from(table)
      .where(oneOf(table.id, [...new Set(ids)]))) {
      const record = row as RecordOf<OwnerType>
      const account: Account = { ownerType, ownerId: String(record.id) }
      found.set(accountKey(account), { ...account, resource, record, ...moneyOf(record) })
    }
  }
  return found
}

export const accountNow = async (db: Database | Tx, account: Account): Promise<ReadAccount | undefined> =>
  (await accountsNow(db, [account])).get(accountKey(account))

/**
 * One after the other from here on: rows of the ledger are numbered in one sequence, and who holds it must not wait for an
 * account. Records that are accounts, or that move money of one when they change, are locked after it, never before.
 */
export async function lockLedger(tx: Tx): Promise<void> {
  if (holding.has(tx)) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger'))`)
  holding.add(tx)
}
/** Transactions that have the lock; an order with shares comes here six times. */
const holding = new WeakSet<Tx>()

export async function lockAccount<T extends OwnerType>(
  tx: Tx,
  tenantId: number,
  { ownerType, ownerId }: Account<T>,
): Promise<LockedAccount<T>> {
  if (!hasAccount(ownerType)) throw refused('这类账户没有余额')
  const resource: Resource = ACCOUNTS[ownerType]
  await lockLedger(tx)
  const table = tableOf(resource)
  const [found] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, ownerId), eq(table.tenantId, tenantId), live(table)))
    .for('no key update')
  if (!found) throw refused(`${resource.label}账户不存在`)
  const record = found as RecordOf<T>
  return { ownerType, ownerId, resource, record, ...moneyOf(record) }
}

/** 分 that a record says it has. */
export const moneyOf = (record: RecordOf<OwnerType>): Pick<LockedAccount, 'balance' | 'frozen' | 'gift'> => ({
  balance: record.balance ?? 0n,
  frozen: record.frozen ?? 0n,
  gift: 'giftBalance' in record ? (record.giftBalance ?? 0n) : 0n,
})

/** What the entries would do, row by row: before + or − amount = after. Throws when the balance is not enough. */
export function effectOf(account: Pick<LockedAccount, 'balance' | 'frozen'>, entries: readonly Entry[]) {
  let { balance, frozen } = account
  const rows = entries
    .filter(({ amount }) => amount !== 0n)
    .map((entry) => {
      if (entry.amount < 0n) throw new Error('A ledger amount is never negative')
      const before = balance
      balance += EFFECT[entry.direction].balance * entry.amount
      frozen += EFFECT[entry.direction].frozen * entry.amount
      if (balance < 0n)
        throw refused(`可提现余额不足：现有 ${fromHundredths(before)} 元，需要 ${fromHundredths(entry.amount)} 元`)
      if (frozen < 0n) throw refused('冻结金额不足，账目有误，请联系财务核对')
      return { ...entry, before, after: balance }
    })
  return { rows, balance, frozen }
}

/** Writes the entries and the new balance of a locked account. */
export async function post(
  { tx, services, caller }: { tx: Tx; services: Services; caller: Caller },
  account: LockedAccount,
  source: Source,
  entries: readonly Entry[],
): Promise<void> {
  const { rows, balance, frozen } = effectOf(account, entries)
  if (!rows.length) return
  const gifts = await giftsOf(tx, account, source, rows)
  const now = localTime(services)
  const numbers = await takeSerials(tx, 'LS', dayOf(services.clock.now(), services.settings.timeZone), 8, rows.length)
  await tx.insert(tableOf(resources.amountDetail)).values(
    rows.map(({ amountType, direction, amount, before, after, remark }, index) => ({
      id: newId(),
      tenantId: account.record.tenantId,
      sysOrgCode: account.record.sysOrgCode,
      createBy: caller.username,
      createTime: now,
      detailNo: numbers[index],
      ownerType: account.ownerType,
      ownerId: account.ownerId,
      amountType,
      direction,
      amount,
      beforeAmount: before,
      afterAmount: after,
      giftAmount: gifts.parts[index],
      ...source,
      // One outside payment may be several rows; only the first carries its number, which is unique per channel.
      outTradeNo: index === 0 ? (source.outTradeNo ?? null) : null,
      operatorId: caller.userId || null,
      remark: remark ?? null,
    })),
  )
  const income = rows.filter((row) => row.amountType === amountTypes.share).reduce((sum, row) => sum + row.amount, 0n)
  const table = tableOf(account.resource)
  const written: { [P in AccountField]?: bigint | SQL } = { balance, frozen }
  if (table.giftBalance) written.giftBalance = gifts.left
  if (income && table.totalIncome) written.totalIncome = sql`${table.totalIncome} + ${String(income)}`
  await tx.update(table).set(written).where(eq(table.id, account.ownerId))
  account.balance = balance
  account.frozen = frozen
  account.gift = gifts.left
}

/** What is given on top, and what brings back something that was spent. */
const GIVEN: readonly string[] = [amountTypes.rechargeGift, amountTypes.boxPrize]
const BACK: readonly string[] = [amountTypes.orderRefund, amountTypes.cardRefund, amountTypes.depositBack]

/**
 * How much of each row is gift: a gift is spent when nothing else is left, and what comes back is the person's own money
 * first. A row that is countered was gift as far as it says.
 */
async function giftsOf(
  tx: Tx,
  account: LockedAccount,
  { bizNo, reverseOf }: Source,
  rows: readonly (Entry & { after: bigint })[],
): Promise<{ parts: bigint[]; left: bigint }> {
  let gift = account.gift
  const countered = reverseOf ? await giftIn(tx, reverseOf) : 0n
  const spent = rows.some((row) => BACK.includes(row.amountType)) ? await spentOn(tx, account, bizNo) : undefined
  const parts = rows.map(({ amountType, direction, amount, after }) => {
    const before = gift
    if (GIVEN.includes(amountType) && direction === directions.income) gift += amount
    if (spent && BACK.includes(amountType) && direction === directions.income)
      gift += least(most(amount - (spent.all - spent.gift), 0n), spent.gift)
    gift = most(direction === directions.income ? gift + countered : gift - countered, 0n)
    gift = least(gift, after)
    return gift > before ? gift - before : before - gift
  })
  return { parts, left: gift }
}

/** The part of a row that was gift. */
async function giftIn(tx: Tx, id: string): Promise<bigint> {
  const ledger = tableOf(resources.amountDetail)
  const [found] = await tx.select({ gift: ledger.giftAmount }).from(ledger).where(eq(ledger.id, id))
  return found?.gift ?? 0n
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** What this account spent on a business number and has not had back. */
async function spentOn(
  tx: Tx,
  { ownerType, ownerId, record }: LockedAccount,
  bizNo: string,
): Promise<{ all: bigint; gift: bigint }> {
  const ledger = tableOf(resources.amountDetail)
  const net = (column: unknown) =>
    sql<string>`coalesce(sum(case ${ledger.direction} when ${directions.expense} then ${column} else -${column} end), 0)::text`
  const found = onlyRow(
    await tx
      .select({ all: net(ledger.amount), gift: net(sql`coalesce(${ledger.giftAmount}, 0)`) })
      .from(ledger)
      .where(
        and(
          eq(ledger.tenantId, record.tenantId),
          live(ledger),
          eq(ledger.bizNo, bizNo),
          eq(ledger.ownerType, ownerType),
          eq(ledger.ownerId, ownerId),
        ),
      ),
  )
  return { all: most(BigInt(found.all), 0n), gift: most(BigInt(found.gift), 0n) }
}
