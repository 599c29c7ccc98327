/** Levels of the provider tree, and the department and terms every provider gets when it is made. */
import { and, eq, sql } from 'drizzle-orm'
import { fromHundredths, toHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import type { Tx } from '../db/connect.ts'
import type { Change, Row, SaveHook } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../resource/table.ts'
import { insertRow, newRow } from '../resource/write.ts'
import { systemCaller } from '../money/trail.ts'

const provider = tableOf(resources.serviceProvider)
const config = tableOf(resources.serviceProviderConfig)
const anyone = (change: Change) => systemCaller(change.caller.tenantId)

async function parentOf(change: Change, id: unknown): Promise<Row | undefined> {
  if (!id) return undefined
  return change.peer?.(String(id)) ?? (await findRow(change.tx, anyone(change), resources.serviceProvider, String(id)))
}

export const providerRules: SaveHook = {
  resource: 'serviceProvider',

  async check(change) {
    const { before, after } = change
    const parent = await parentOf(change, after.parentId)
    if (parent && Number(after.level) <= Number(parent.level)) return { level: '级别须低于上级' }
    if (parent && parent.status === '0') return { parentId: '上级已停用' }
    if (!before) return
    if (before.parentId !== after.parentId && (await isBelow(change.tx, String(before.id), after.parentId)))
      return { parentId: '上级不能是自己或自己的下级' }
    if (before.level !== after.level) {
      const [child] = await change.tx
        .select({ level: sql<string>`min(${provider.level})` })
        .from(provider)
        .where(and(eq(provider.parentId!, before.id), sql`${provider.deleteTime} is null`))
      if (child?.level && Number(child.level) <= Number(after.level)) return { level: '级别须高于已有的下级' }
    }
  },

  async beforeSave(change) {
    const { mode, after } = change
    if (mode === 'edit') return
    const parent = await parentOf(change, after.parentId)
    const department = newRow(change, resources.sysDepart, {
      departName: after.providerName,
      parentId: parent?.departId ?? change.caller.departId,
      orgCategory: '2',
      memo: '服务商',
    })
    await insertRow({ ...change, mode: 'add', after: department, extras: {} }, resources.sysDepart)
    Object.assign(after, { departId: department.id, sysOrgCode: department.orgCode })
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
    const terms = await tx.select({ id: config.id! }).from(config).where(eq(config.providerId!, row.id))
    // The terms made with the provider go with it; everything else that points here keeps it.
    if (terms.length)
      await tx
        .update(config)
        .set({ deleteTime: sql`now()` })
        .where(eq(config.providerId!, row.id))
  },
}

async function isBelow(tx: Tx, id: string, candidate: unknown): Promise<boolean> {
  for (let at = candidate == null ? undefined : String(candidate), depth = 0; at && depth < 10; depth += 1) {
    if (at === id) return true
    const [row] = await tx.select({ parentId: provider.parentId! }).from(provider).where(eq(provider.id!, at))
    at = (row?.parentId as string | null) ?? undefined
  }
  return false
}

const FULL = 10_000n

/** Ratios along every chain through this provider add up to at most 100 %. */
export const providerConfigRules: SaveHook = {
  resource: 'serviceProviderConfig',

  async check({ tx, after }) {
    const own = toHundredths(String(after.shareRatio))!
    const [above, below] = [
      await ratioAbove(tx, String(after.providerId)),
      await ratioBelow(tx, String(after.providerId)),
    ]
    if (own + above + below <= FULL) return
    const rest = FULL - above - below
    return {
      shareRatio: `上级与下级已占 ${fromHundredths(above + below)}%，最多还能给 ${fromHundredths(rest < 0n ? 0n : rest)}%`,
    }
  },

  async beforeSave({ tx, mode, after }) {
    if (mode === 'edit') return
    const [row] = await tx
      .select({ sysOrgCode: provider.sysOrgCode! })
      .from(provider)
      .where(eq(provider.id!, after.providerId))
    after.sysOrgCode = row?.sysOrgCode ?? after.sysOrgCode
  },
}

async function ratioAbove(tx: Tx, id: string): Promise<bigint> {
  const { rows } = await tx.execute<{ total: string }>(sql`
    with recursive up as (
      select p.parent_id as id, 1 as depth from ${provider} p where p.id = ${id}
      union all
      select p.parent_id, up.depth + 1 from ${provider} p join up on p.id = up.id where up.depth < 10
    )
    select coalesce(sum(c.share_ratio), 0)::text as total from up join ${config} c on c.provider_id = up.id and c.delete_time is null`)
  return BigInt(rows[0]!.total)
}

/** What a provider can still give to drivers: all of it less what the provider and those above take. Hundredths of a percent. */
export async function ratioLeft(tx: Tx, providerId: string): Promise<bigint> {
  const [own] = await tx
    .select({ ratio: config.shareRatio! })
    .from(config)
    .where(and(eq(config.providerId!, providerId), sql`${config.deleteTime} is null`))
  const left = FULL - BigInt((own?.ratio as bigint | null | undefined) ?? 0n) - (await ratioAbove(tx, providerId))
  return left < 0n ? 0n : left
}

/** The heaviest chain among those below. */
async function ratioBelow(tx: Tx, id: string): Promise<bigint> {
  const { rows } = await tx.execute<{ total: string }>(sql`
    with recursive down as (
      select p.id, coalesce(c.share_ratio, 0) as total, 1 as depth
      from ${provider} p left join ${config} c on c.provider_id = p.id and c.delete_time is null
      where p.parent_id = ${id} and p.delete_time is null
      union all
      select p.id, down.total + coalesce(c.share_ratio, 0), down.depth + 1
      from ${provider} p join down on p.parent_id = down.id left join ${config} c on c.provider_id = p.id and c.delete_time is null
      where p.delete_time is null and down.depth < 10
    )
    select coalesce(max(total), 0)::text as total from down`)
  return BigInt(rows[0]!.total)
}
