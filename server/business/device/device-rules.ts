import { problemsOf } from '#model/checks.ts'
import { resources } from '#resources/index.ts'
import { deviceStates } from '#resources/device/device.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { hookOf, ask } from '../../resource/hooks.ts'
import { localTime } from '../../resource/write.ts'
import { carHolding } from '../driver/car-devices.ts'
import { isTakenBack } from './leaving.ts'
import { placesOf } from './places.ts'

/** A device belongs where it stands: who sees its merchant or provider sees it. */
export const deviceRules = hookOf(resources.device, {
  inBulk: true,

  async check(change) {
    const { tx, before, after } = change
    // Whichever way it becomes active, it stands somewhere, if not in a car.
    if (before && before.status !== deviceStates.active && after.status === deviceStates.active) {
      const missing = problemsOf(resources.device, after)
      if (Object.keys(missing).length && !(await carHolding(tx, after, [after.id]))) return missing
    }
    if (after.parentId && after.parentId === after.id) return { parentId: '不能是设备自己' }
    if (before?.merchantId === after.merchantId) return
    const merchant = (await ask(change, placesOf))(after.merchantId)
    return merchant && merchant.level !== providerLevels.merchant
      ? { merchantId: '投放商户须是级别为商户的服务商' }
      : undefined
  },

  async beforeSave(change) {
    const { services, caller, before, after } = change
    const place = await ask(change, placesOf)
    const owner = place(after.merchantId) ?? place(after.providerId)
    if (owner?.sysOrgCode) after.sysOrgCode = owner.sysOrgCode
    // What it had before an import comes with it when that is undone.
    if (isTakenBack(before, after)) return
    // Nobody's any more: it is where the person is who took it back.
    if (!owner?.sysOrgCode && !after.providerId && !after.merchantId && (before?.providerId || before?.merchantId))
      after.sysOrgCode = caller.orgCode
    if (after.status === deviceStates.active && before?.status !== deviceStates.active)
      after.activeTime = localTime(services)
  },
})
