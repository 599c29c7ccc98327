/** Limits, fees and taxes: read from APP配置 and 服务商配置, never written in code. */
import { and, eq, sql } from 'drizzle-orm'
import { toHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { tableOf } from '../resource/table.ts'
import { OWNER, type LockedAccount } from './ledger.ts'

/** What holds when a tenant has no such row: the values the product starts with. 元, percent, hours, Y/N. */
export const CONFIG_DEFAULTS = {
  'withdraw.min': '10',
  'withdraw.max': '4000',
  'withdraw.feeRate': '0.6',
  'withdraw.taxFree': '800',
  'withdraw.taxRate': '20',
  'withdraw.autoEnabled': 'N',
  'withdraw.autoMax': '200',
  'withdraw.managerMax': '5000',
  'withdraw.dayTimes': '1',
  'withdraw.dueHours': '24',
  'withdraw.confirmHours': '24',
  'agentApply.dueHours': '24',
  'order.settleDueHours': '24',
  'deposit.dueHours': '24',
  'deposit.autoRefund': 'N',
  'refund.limitHours': '24',
  'complaint.acceptHours': '4',
  'complaint.solveHours': '48',
  'complaint.agentRefundMax': '20',
  'billing.freeMinutes': '5',
  'billing.hourPrice': '3',
  'billing.dayCap': '30',
  'billing.totalCap': '99',
  'review.dueHours': '24',
  'userCard.pauseMaxDays': '30',
  'driver.freezeMax': '99',
  'recharge.min': '1',
  'recharge.max': '1000',
  'advertisement.leadHours': '24',
  'withdraw.accountDays': '7',
  'approval.cardMax': '1000',
  'notice.unopenedMinutes': '15',
  'notice.quietHours': '22:00-08:00',
} as const
export type ConfigKey = keyof typeof CONFIG_DEFAULTS
export type Config = Readonly<Record<ConfigKey, string>>

/** A setting that a definition names; throws for one there is not. */
export function settingNamed(key: string): ConfigKey {
  if (!Object.hasOwn(CONFIG_DEFAULTS, key)) throw new Error(`APP配置 ${key} 不存在`)
  return key as ConfigKey
}

export async function readConfig(db: Database | Tx, tenantId: number): Promise<Config> {
  const table = tableOf(resources.appConfig)
  const rows = await db
    .select({ key: table.configKey!, value: table.configValue! })
    .from(table)
    .where(
      and(
        eq(table.tenantId!, tenantId),
        eq(table.status!, '1'),
        sql`${table.deleteTime} is null`,
        sql`(${table.effectTime} is null or ${table.effectTime} <= now())`,
      ),
    )
  // What was agreed to holds from its time on, also before the clock has written it into the setting.
  const changes = tableOf(resources.configChange)
  const due = await db
    .select({ key: changes.configKey!, value: changes.afterValue! })
    .from(changes)
    .where(and(eq(changes.tenantId!, tenantId), eq(changes.status!, '1'), sql`${changes.effectTime} <= now()`))
    .orderBy(changes.effectTime!)
  const given: Partial<Config> = Object.fromEntries(
    [...rows, ...due].map(({ key, value }) => [String(key), String(value)]),
  )
  return { ...CONFIG_DEFAULTS, ...given }
}

/** A config value in 元 as 分, or a percent in hundredths. A broken value is an error, never zero. */
export function hundredthsOf(config: Config, key: ConfigKey): bigint {
  const value = toHundredths(config[key])
  if (value === undefined) throw new Error(`APP配置 ${key} 不是金额或比例：${config[key]}`)
  return value
}

export interface WithdrawTerms {
  /** 分. */
  min: bigint
  max: bigint
  /** Hundredths of a percent. */
  feeRate: bigint
  taxFree: bigint
  taxRate: bigint
  dayTimes: number
  /** 分; undefined: nothing passes by itself. */
  autoMax: bigint | undefined
}

export async function withdrawTerms(db: Database | Tx, account: LockedAccount): Promise<WithdrawTerms> {
  const config = await readConfig(db, Number(account.record.tenantId))
  const amount = (key: ConfigKey) => hundredthsOf(config, key)
  const autoMax = config['withdraw.autoEnabled'] === 'Y' ? amount('withdraw.autoMax') : undefined
  const isPerson = account.ownerType !== OWNER.provider || account.record.subjectType === '1'
  const platform: WithdrawTerms = {
    min: amount('withdraw.min'),
    max: amount('withdraw.max'),
    feeRate: amount('withdraw.feeRate'),
    taxFree: amount('withdraw.taxFree'),
    taxRate: isPerson ? amount('withdraw.taxRate') : 0n,
    dayTimes: Number(config['withdraw.dayTimes']),
    autoMax,
  }
  return account.ownerType === OWNER.provider ? { ...platform, ...(await ofProvider(db, account.ownerId)) } : platform
}

/** 服务商配置 of this provider; undefined without one. */
async function configOf(db: Database | Tx, providerId: unknown): Promise<Record<string, unknown> | undefined> {
  if (!providerId) return undefined
  const table = tableOf(resources.serviceProviderConfig)
  const [own] = await db
    .select()
    .from(table)
    .where(and(eq(table.providerId!, providerId), sql`${table.deleteTime} is null`))
  return own
}

/** 分 that whoever handles it may pay back alone: what the provider who answers for it allows, else the platform. */
export async function aloneRefundable(
  tx: Tx,
  { tenantId, providerId }: Readonly<Record<string, unknown>>,
): Promise<bigint> {
  const own = (await configOf(tx, providerId))?.refundLimit as bigint | null | undefined
  return own ?? hundredthsOf(await readConfig(tx, Number(tenantId)), 'complaint.agentRefundMax')
}

async function ofProvider(db: Database | Tx, providerId: string): Promise<Partial<WithdrawTerms>> {
  const own = await configOf(db, providerId)
  if (!own) return {}
  const auto = own.autoWithdraw === 'Y' ? { autoMax: own.autoWithdrawMax as bigint } : {}
  return {
    min: own.withdrawMin as bigint,
    max: own.withdrawMax as bigint,
    feeRate: own.withdrawFeeRate as bigint,
    dayTimes: Number(own.withdrawDayTimes),
    ...auto,
  }
}

const PERCENT = 10_000n
/** Half a 分 rounds up. */
const share = (amount: bigint, rate: bigint): bigint => (amount * rate + PERCENT / 2n) / PERCENT

/** apply = fee + tax + arrive, all 分. Tax is on what exceeds the tax-free part. */
export function splitWithdrawal(apply: bigint, terms: Pick<WithdrawTerms, 'feeRate' | 'taxFree' | 'taxRate'>) {
  const fee = share(apply, terms.feeRate)
  const tax = apply > terms.taxFree ? share(apply - terms.taxFree, terms.taxRate) : 0n
  return { fee, tax, arrive: apply - fee - tax }
}
