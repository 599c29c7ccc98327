import { and } from 'drizzle-orm'
import { problemsOf } from '#model/checks.ts'
import type { Stored, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { deviceStates } from '#resources/device/device.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { oneOf } from '../../db/one-of.ts'
import { hookOf, ask, type Question } from '../../resource/hooks.ts'
import { tableOf } from '../../db/table.ts'
import { localTime } from '../../resource/write.ts'

const providers = tableOf(resources.serviceProvider)

type Place = Pick<Stored<typeof resources.serviceProvider>, 'id' | 'level' | 'sysOrgCode'>

const placesOf: Question<
  { merchant: Place | undefined; provider: Place | undefined },
  Wire<typeof resources.device>
> = async (tx, changes) => {
  const ids = new Set(changes.flatMap(({ after }) => [after.merchantId, after.providerId]).filter((id) => id !== null))
  const found: Place[] = ids.size
    ? await tx
        .select({ id: providers.id, level: providers.level, sysOrgCode: providers.sysOrgCode })
        .from(providers)
        .where(and(oneOf(providers.id, [...ids]), live(providers)))
    : []
  const byId = new Map(found.map((row) => [row.id, row]))
  return ({ after }) => ({ merchant: byId.get(after.merchantId ?? ''), provider: byId.get(after.providerId ?? '') })
}

/** A device belongs where it stands: who sees its merchant or provider sees it. */
export const deviceRules = hookOf(resources.device, {
  inBulk: true,

  async check(change) {
    const { before, after } = change
    // Whichever way it becomes active, it stands somewhere.
    if (before && before.status !== deviceStates.active && after.status === deviceStates.active) {
      const missing = problemsOf(resources.device, after)
      if (Object.keys(missing).length) return missing
    }
    if (after.parentId && after.parentId === after.id) return { parentId: '不能是设备自己' }
    const { merchant } = await ask(change, placesOf)
    return merchant && merchant.level !== providerLevels.merchant
      ? { merchantId: '投放商户须是级别为商户的服务商' }
      : undefined
  },

  async beforeSave(change) {
    const { services, before, after } = change
    const { merchant, provider } = await ask(change, placesOf)
    const owner = merchant ?? provider
    if (owner?.sysOrgCode) after.sysOrgCode = owner.sysOrgCode
    if (after.status === deviceStates.active && before?.status !== deviceStates.active)
      after.activeTime = localTime(services)
  },
})
