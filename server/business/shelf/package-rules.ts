/** One default price rule for each device type within the platform, a city or a provider. */
import { and, eq, ne, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { enableStates } from '#resources/enabled.ts'
import { packageScopes } from '#resources/product/packageGroup.ts'
import { oneOf } from '../../db/one-of.ts'
import { hookOf, ask, type Question, type Row } from '../../resource/hooks.ts'
import { tableOf } from '../../db/table.ts'

const groups = tableOf(resources.packageGroup)

/** pb_package_scope → the field that says for whom. */
const forWhom: Readonly<Record<string, 'areaCodes' | 'providerIds'>> = {
  [packageScopes.cities]: 'areaCodes',
  [packageScopes.providers]: 'providerIds',
}
const parts = (value: unknown): string[] =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

/** A device is billed by rules for devices of its kind. */
export const devicePackageRules = hookOf(resources.device, {
  inBulk: true,
  async check(change) {
    const { before, after } = change
    const same = before?.packageGroupId === after.packageGroupId && before?.deviceType === after.deviceType
    if (same || !after.packageGroupId) return
    const deviceType = await ask(change, typeOfGroup)
    if (deviceType !== undefined && deviceType !== after.deviceType)
      return { packageGroupId: '套餐组的设备类型与设备不同' }
  },
})

const typeOfGroup: Question<unknown> = async (tx, changes) => {
  const found: Row[] = await tx
    .select({ id: groups.id, deviceType: groups.deviceType })
    .from(groups)
    .where(
      oneOf(
        groups.id,
        changes.flatMap(({ after }) => after.packageGroupId ?? []),
      ),
    )
  const types = new Map(found.map(({ id, deviceType }) => [id, deviceType]))
  return ({ after }) => types.get(after.packageGroupId)
}

/** What makes a group the default of somebody. */
const DECIDES = ['isDefault', 'status', 'scope', 'deviceType', 'areaCodes', 'providerIds'] as const

export const packageRules = hookOf(resources.packageGroup, {
  // Two defaults that are one each by themselves come one after the other.
  async locksFirst(tx) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('packageGroup'))`)
  },

  async check({ tx, before, after }) {
    if (after.isDefault !== 'Y' || after.status !== enableStates.on) return
    if (before && DECIDES.every((name) => before[name] === after[name])) return
    const defaults = await tx
      .select({ name: groups.groupName, areaCodes: groups.areaCodes, providerIds: groups.providerIds })
      .from(groups)
      .where(
        and(
          live(groups),
          eq(groups.tenantId, after.tenantId),
          eq(groups.isDefault, 'Y'),
          eq(groups.status, enableStates.on),
          eq(groups.scope, after.scope),
          eq(groups.deviceType, after.deviceType),
          ne(groups.id, after.id),
        ),
      )
    const field = forWhom[after.scope]
    const own = field ? parts(after[field]) : []
    const other = defaults.find((one) => !field || parts(one[field]).some((part) => own.includes(part)))
    return other ? { isDefault: `同一范围、同一设备类型已有默认套餐组“${other.name}”` } : undefined
  },
})
