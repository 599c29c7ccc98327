/** Levels of the provider tree, and the department and terms every provider gets when it is made and keeps when it moves. */
import { and, eq, like, ne, sql } from 'drizzle-orm'
import { fromHundredths, exactHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { deviceStates } from '#resources/device/device.ts'
import { orgCategories } from '#resources/system/department.ts'
import { enableStates } from '#resources/enabled.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import type { Tx } from '../../kernel/database.ts'
import { hookOf, put, type Change, type Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, newRow } from '../../resource/write.ts'
import { lockRatios, ratioOf, roomAt } from '../../money/chain.ts'
import { systemCaller } from '../../resource/trail.ts'
import { moveDepartment } from './move-department.ts'

const provider = tableOf(resources.serviceProvider)
const config = tableOf(resources.serviceProviderConfig)
const anyone = (change: Change) => systemCaller(change.caller.tenantId)

async function parentOf(change: Change, id: unknown): Promise<Row | undefined> {
  if (!id) return undefined
  return change.peer?.(String(id)) ?? (await findRow(change.tx, anyone(change), resources.serviceProvider, String(id)))
}

/** What all of these codes begin with. */
function commonStart(codes: readonly string[]): string {
  let [start = ''] = codes
  for (const code of codes) while (!code.startsWith(start)) start = start.slice(0, -1)
  return start
}

export const providerRules = hookOf(resources.serviceProvider, {
  locksFirst: lockRatios,

  /** Devices of a provider are those that stand anywhere in its branch; what is in a cabinet goes with it. */
  async words(rows, { services, caller }) {
    const devices = tableOf(resources.device)
    const branches = rows.flatMap(({ sysOrgCode }) => (sysOrgCode ? [sysOrgCode] : []))
    const found = (await services.db
      .select({
        code: devices.sysOrgCode,
        all: sql<number>`count(*)::int`,
        active: sql<number>`(count(*) filter (where ${devices.status} = ${deviceStates.active}))::int`,
      })
      .from(devices)
      .where(
        and(
          eq(devices.tenantId, caller.tenantId),
          like(devices.sysOrgCode, `${commonStart(branches)}%`),
          sql`${live(devices)} and coalesce(${devices.parentId}, '') = ''`,
        ),
      )
      .groupBy(devices.sysOrgCode)) as { code: string | null; all: number; active: number }[]
    for (const row of rows) {
      const branch = row.sysOrgCode ? found.filter(({ code }) => code?.startsWith(String(row.sysOrgCode))) : []
      row.deviceCount = branch.reduce((sum, { all }) => sum + all, 0)
      row.activeCount = branch.reduce((sum, { active }) => sum + active, 0)
    }
  },

  async check(change) {
    const { before, after } = change
    // What stays as it was is no reason to keep somebody from changing the rest, or from disabling it.
    const moved = before?.parentId !== after.parentId
    const parent = await parentOf(change, after.parentId)
    if (parent && (moved || before.level !== after.level) && Number(after.level) <= Number(parent.level))
      return { level: '级别须低于上级' }
    const enabled = before?.status !== after.status && after.status === enableStates.on
    if (parent?.status === enableStates.off && (moved || enabled)) return { parentId: '上级已停用' }
    if (!before) return
    if (moved) {
      if (await isBelow(change.tx, before.id, after.parentId)) return { parentId: '上级不能是自己或自己的下级' }
      const own = await ratioOf(change.tx, before.id)
      const { left, taken } = await roomAt(change.tx, { above: after.parentId, below: before.id })
      if (own > left)
        return { parentId: `移到这里一路分润超过 100%：${taken}，自己占 ${fromHundredths(own)}%，请先调整分润比例` }
    }
    if (before.level !== after.level) {
      const [child] = await change.tx
        .select({ level: sql<string>`min(${provider.level})` })
        .from(provider)
        .where(and(eq(provider.parentId, before.id), live(provider)))
      if (child?.level && Number(child.level) <= Number(after.level)) return { level: '级别须高于已有的下级' }
      const standing = before.level === providerLevels.merchant ? await devicesAt(change.tx, before.id) : 0
      if (standing) return { level: `有 ${standing} 台设备投放在这个商户，请先划转` }
    }
  },

  async beforeSave(change) {
    const { mode, before, after } = change
    if (before && before.parentId !== after.parentId) return moveDepartment(change, before)
    if (mode === 'edit') return
    const parent = await parentOf(change, after.parentId)
    const department = newRow(change, resources.sysDepart, {
      departName: after.providerName,
      parentId: parent?.departId ?? change.caller.departId,
      orgCategory: orgCategories.department,
      memo: '服务商',
    })
    await insertRow({ ...change, mode: 'add', after: department, extras: {} }, resources.sysDepart)
    put(after, { departId: department.id, sysOrgCode: department.orgCode })
  },

  async afterSave(change) {
    const { mode, after } = change
    if (mode === 'edit') return
    const terms = newRow(change, resources.serviceProviderConfig, {
      providerId: after.id,
      shareRatio: '0.00',
    })
    terms.sysOrgCode = after.sysOrgCode
    await insertRow({ ...change, mode: 'add', after: terms, extras: {} }, resources.serviceProviderConfig)
  },

  async beforeDelete({ tx, row }) {
    const terms = await tx.select({ id: config.id }).from(config).where(eq(config.providerId, row.id))
    // The terms made with the provider go with it; everything else that points here keeps it.
    if (terms.length)
      await tx
        .update(config)
        .set({ deleteTime: sql`now()` })
        .where(eq(config.providerId, row.id))
  },
})

async function devicesAt(tx: Tx, merchantId: string): Promise<number> {
  const devices = tableOf(resources.device)
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(devices)
    .where(and(eq(devices.merchantId, merchantId), ne(devices.status, deviceStates.scrapped), live(devices)))
  return found?.count ?? 0
}

async function isBelow(tx: Tx, id: string, candidate: unknown): Promise<boolean> {
  for (let at = candidate == null ? undefined : String(candidate), depth = 0; at && depth < 10; depth += 1) {
    if (at === id) return true
    const [row] = await tx.select({ parentId: provider.parentId }).from(provider).where(eq(provider.id, at))
    at = row?.parentId ?? undefined
  }
  return false
}

/** Ratios along every way through this provider add up to at most 100 %, drivers included. */
export const providerConfigRules = hookOf(resources.serviceProviderConfig, {
  locksFirst: lockRatios,

  async check({ tx, before, after }) {
    const own = exactHundredths(after.shareRatio)
    // What becomes less always fits, nothing too, and what stays is not why somebody writes.
    if (own <= (before ? exactHundredths(before.shareRatio) : 0n)) return
    const [row] = await tx
      .select({ parentId: provider.parentId })
      .from(provider)
      .where(eq(provider.id, after.providerId))
    const { left, taken } = await roomAt(tx, { above: row?.parentId, below: after.providerId })
    if (own > left) return { shareRatio: `${taken}，最多还能给 ${fromHundredths(left)}%` }
  },

  async beforeSave({ tx, mode, after }) {
    if (mode === 'edit') return
    const [row] = await tx
      .select({ sysOrgCode: provider.sysOrgCode })
      .from(provider)
      .where(eq(provider.id, after.providerId))
    after.sysOrgCode = row?.sysOrgCode ?? after.sysOrgCode
  },
})
