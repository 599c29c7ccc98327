/** What a tenant set under APP配置, and what holds where it set nothing. */
import { and, eq, sql } from 'drizzle-orm'
import { toHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { isSetting, settings, type ConfigKey, type KeyReadAs, type ReadAs } from '#resources/finance/settings.ts'
import { refused } from '../kernel/errors.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'

export type Config = Readonly<Record<ConfigKey, string>>

/** What holds when a tenant has no such row: the values the product starts with. */
const DEFAULTS = Object.fromEntries(Object.entries(settings).map(([key, { initial }]) => [key, initial])) as Config

/** A setting that a definition names; throws for one there is not, and for one that is not read in this way. */
export function settingNamed<As extends ReadAs>(key: string, as: As): KeyReadAs<As> {
  if (!isSetting(key) || settings[key].as !== as) throw new Error(`APP配置 ${key} 不存在或不能这样读`)
  return key as KeyReadAs<As>
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
  return { ...DEFAULTS, ...given }
}

/** A config value in 元 as 分, or a percent in hundredths. A broken value is an error, never zero. */
export function hundredthsOf(config: Config, key: KeyReadAs<'hundredths'>): bigint {
  const value = toHundredths(config[key])
  // No door takes such a value; one may stand there since an older version. Who meets it hears what to mend.
  if (value === undefined) throw refused(`APP配置 ${key} 的值 ${config[key]} 不是金额或比例，请先修改参数值`)
  return value
}
