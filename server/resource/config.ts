/** What a tenant set under APP配置, and what holds where it set nothing. */
import { and, eq, sql } from 'drizzle-orm'
import { toHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'

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
    .select({ key: table.configKey, value: table.configValue })
    .from(table)
    .where(
      and(
        eq(table.tenantId, tenantId),
        eq(table.status, enableStates.on),
        live(table),
        sql`(${table.effectTime} is null or ${table.effectTime} <= now())`,
      ),
    )
  // What was agreed to holds from its time on, also before the clock has written it into the setting.
  const changes = tableOf(resources.configChange)
  const due = await db
    .select({ key: changes.configKey, value: changes.afterValue })
    .from(changes)
    .where(
      and(
        eq(changes.tenantId, tenantId),
        eq(changes.status, configChangeStates.agreed),
        sql`${changes.effectTime} <= now()`,
      ),
    )
    .orderBy(changes.effectTime)
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
