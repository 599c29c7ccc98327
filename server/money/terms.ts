/** Limits, fees and taxes: read from APP配置 and 服务商配置, never written in code. */
import { and, eq } from 'drizzle-orm'
import type { Stored } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import type { KeyReadAs } from '#resources/finance/settings.ts'
import { subjectTypes } from '#resources/partner/levels.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { isProvider, type LockedAccount } from '../money/ledger.ts'

import { hundredthsOf, readConfig } from '../resource/config.ts'

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
  const config = await readConfig(db, account.record.tenantId)
  const amount = (key: KeyReadAs<'hundredths'>) => hundredthsOf(config, key)
  const autoMax = config['withdraw.autoEnabled'] === 'Y' ? amount('withdraw.autoMax') : undefined
  const isPerson = !isProvider(account) || account.record.subjectType === subjectTypes.person
  const platform: WithdrawTerms = {
    min: amount('withdraw.min'),
    max: amount('withdraw.max'),
    feeRate: amount('withdraw.feeRate'),
    taxFree: amount('withdraw.taxFree'),
    taxRate: isPerson ? amount('withdraw.taxRate') : 0n,
    dayTimes: Number(config['withdraw.dayTimes']),
    autoMax,
  }
  return isProvider(account) ? ofProvider(db, account.ownerId, platform) : platform
}

/** 服务商配置 of this provider; undefined without one. */
async function configOf(
  db: Database | Tx,
  providerId: string | null | undefined,
): Promise<Stored<typeof resources.serviceProviderConfig> | undefined> {
  if (!providerId) return undefined
  const table = tableOf(resources.serviceProviderConfig)
  const [own] = await db
    .select()
    .from(table)
    .where(and(eq(table.providerId, providerId), live(table)))
  return own
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * 分 that whoever handles it may pay back alone: what the platform allows, or less where the provider who answers for it says
 * so. One person writes the terms of a provider; what two agreed to for all is not widened there.
 */
export async function aloneRefundable(
  tx: Tx,
  { tenantId, providerId }: { tenantId: number; providerId: string | null },
): Promise<bigint> {
  const most = hundredthsOf(await readConfig(tx, tenantId), 'complaint.agentRefundMax')
  const own = (await configOf(tx, providerId))?.refundLimit
  return least(own ?? most, most)
}

async function ofProvider(db: Database | Tx, providerId: string, platform: WithdrawTerms): Promise<WithdrawTerms> {
  const own = await configOf(db, providerId)
  if (!own) return platform
  return {
    ...platform,
    min: own.withdrawMin,
    max: own.withdrawMax,
    feeRate: own.withdrawFeeRate,
    dayTimes: own.withdrawDayTimes,
    // Only when both say so, for the same reason.
    autoMax:
      platform.autoMax !== undefined && own.autoWithdraw === 'Y'
        ? least(own.autoWithdrawMax ?? 0n, platform.autoMax)
        : undefined,
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
