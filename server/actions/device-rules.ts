import { and, eq, sql } from 'drizzle-orm'
import { problemsOf } from '#model/checks.ts'
import { resources } from '#resources/index.ts'
import type { Row, SaveHook } from '../resource/hooks.ts'
import { tableOf } from '../resource/table.ts'
import { localTime } from '../resource/write.ts'
import type { Tx } from '../db/connect.ts'

const providers = tableOf(resources.serviceProvider)
/** pb_provider_level. */
const MERCHANT = '5'
/** pb_device_status: activated. */
const ACTIVE = '2'

async function providerOf(tx: Tx, id: unknown): Promise<Record<string, unknown> | undefined> {
  if (!id) return undefined
  const [found] = await tx
    .select({ level: providers.level!, sysOrgCode: providers.sysOrgCode! })
    .from(providers)
    .where(and(eq(providers.id!, id), sql`${providers.deleteTime} is null`))
  return found
}

/** A device belongs where it stands: who sees its merchant or provider sees it. */
export const deviceRules: SaveHook = {
  resource: 'device',

  async check({ tx, before, after }) {
    // Whichever way it becomes active, it stands somewhere.
    if (before && before.status !== ACTIVE && after.status === ACTIVE) {
      const missing = problemsOf(resources.device, after)
      if (Object.keys(missing).length) return missing
    }
    if (after.parentId && after.parentId === after.id) return { parentId: '不能是设备自己' }
    const merchant = await providerOf(tx, after.merchantId)
    return merchant && merchant.level !== MERCHANT ? { merchantId: '投放商户须是级别为商户的服务商' } : undefined
  },

  async beforeSave({ tx, services, before, after }) {
    const owner: Row | undefined = (await providerOf(tx, after.merchantId)) ?? (await providerOf(tx, after.providerId))
    if (owner?.sysOrgCode) after.sysOrgCode = owner.sysOrgCode
    if (after.status === ACTIVE && before?.status !== ACTIVE) after.activeTime = localTime(services)
  },
}
