/**
 * Three tables say who has a menu row: roles, departments, department roles. They are written the same way: the client
 * sends what it started from and what it wants, and only the difference is applied, so that two people's grants add up.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { departPermission, departRolePermission, packPermission, rolePermission } from '../db/tables.ts'
import type { Tx, Database } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { refused } from '../kernel/errors.ts'
import { list } from '../resource/conditions.ts'
import type { Row } from '../resource/hooks.ts'
import { refuseBeyond, refuseBeyondPacks, refuseBound } from './grants.ts'
import { difference } from './links.ts'
import { dataRulesOf } from './data-rules.ts'

const holders = {
  role: { table: rolePermission, holder: rolePermission.roleId, key: 'roleId' },
  depart: { table: departPermission, holder: departPermission.departId, key: 'departId' },
  pack: { table: packPermission, holder: packPermission.packId, key: 'packId' },
  departRole: { table: departRolePermission, holder: departRolePermission.roleId, key: 'roleId' },
} as const
export type HolderKind = keyof typeof holders
/** Packages hold permissions; rules bind whoever has one. */
type BoundKind = Exclude<HolderKind, 'pack'>

export async function permissionIdsOf(db: Database | Tx, kind: HolderKind, holderId: string): Promise<string[]> {
  const { table, holder } = holders[kind]
  const rows = await db.select({ id: table.permissionId }).from(table).where(eq(holder, holderId))
  return rows.map(({ id }) => id)
}

/** Returns what changed. `more` fills further columns of new rows. */
export async function saveGrants(
  tx: Tx,
  caller: Caller,
  kind: HolderKind,
  holderId: string,
  wanted: readonly string[],
  startedFrom: readonly string[] | undefined,
  more: Record<string, string> = {},
): Promise<{ added: string[]; removed: string[]; before: string[] }> {
  const { table, holder, key } = holders[kind]
  const before = await permissionIdsOf(tx, kind, holderId)
  const { added, removed } = difference(startedFrom ?? before, wanted)
  // Grants of menus that were deleted since do not count.
  await refuseBeyond(tx, caller, added)
  if (kind !== 'pack') await refuseBeyondPacks(tx, caller, added)
  await refuseBeyond(tx, caller, caller.isAdmin ? [] : removed)
  // To a department is granted what its roles may have; nobody has it by that.
  if (kind === 'role' || kind === 'departRole') await refuseBound(tx, caller, added)
  // What a department loses, its roles lose, with the rules they had it with.
  if (kind === 'depart') await refuseBound(tx, caller, removed)
  else if (kind !== 'pack') await refuseBound(tx, caller, await withRules(tx, kind, holderId, removed))
  if (removed.length) await tx.delete(table).where(and(eq(holder, holderId), inArray(table.permissionId, removed)))
  if (added.length)
    await tx
      .insert(table)
      .values(added.map((permissionId) => ({ [key]: holderId, permissionId, ...more })) as never)
      .onConflictDoNothing()
  return { added, removed, before }
}

/** Those of these menu rows that this holder has with rules; undefined: of all. */
export async function withRules(
  tx: Tx,
  kind: BoundKind,
  holderId: string,
  permissionIds?: readonly string[],
): Promise<string[]> {
  const { table, holder } = holders[kind]
  if (permissionIds && !permissionIds.length) return []
  const rows = await tx
    .select({ id: table.permissionId })
    .from(table)
    .where(
      and(
        eq(holder, holderId),
        sql`coalesce(${table.dataRuleIds}, '') <> ''`,
        permissionIds && inArray(table.permissionId, [...permissionIds]),
      ),
    )
  return rows.map(({ id }) => id)
}

/** The rules of a menu and which of them bind this holder. */
export async function rulesChosen(db: Database, kind: BoundKind, permissionId: string, holderId: string) {
  const { table, holder } = holders[kind]
  const datarule = await dataRulesOf(db, permissionId)
  if (!datarule.length) throw refused('未找到权限配置信息')
  const [row] = await db
    .select({ ids: table.dataRuleIds })
    .from(table)
    .where(and(eq(holder, holderId), eq(table.permissionId, permissionId)))
  return { datarule, drChecked: row?.ids ?? '' }
}

const ruleIds = z.string().max(4000).nullish()
/**
 * What is wanted, and what there was when the choosing began: then only the difference is applied, so that a rule somebody else
 * has bound or taken since stays so. The contract's clients send the whole list and no beginning.
 */
export const chosenRules = { dataRuleIds: ruleIds, lastDataRuleIds: ruleIds }

/** Returns what the log says of it: the rules that bound, and the page with those that bind from now on, each comma-joined. */
export async function chooseRules(
  tx: Tx,
  caller: Caller,
  kind: BoundKind,
  permissionId: string,
  holderId: string,
  { dataRuleIds, lastDataRuleIds }: { [Name in keyof typeof chosenRules]?: string | null | undefined },
  notGranted: string,
): Promise<{ before: Row; after: Row }> {
  const { table, holder } = holders[kind]
  const row = and(eq(holder, holderId), eq(table.permissionId, permissionId))
  await refuseBound(tx, caller, [permissionId])
  const [held] = await tx.select({ ids: table.dataRuleIds }).from(table).where(row).for('update')
  const began = lastDataRuleIds == null ? [] : list(lastDataRuleIds)
  const before = lastDataRuleIds == null ? [] : list(held?.ids ?? '')
  const { added, removed } = difference(began, list(dataRuleIds ?? ''))
  const known = new Set((await dataRulesOf(tx, permissionId)).map(({ id }) => id))
  if (added.some((id) => !known.has(id))) throw refused('数据规则不属于该菜单')
  if (!held) throw refused(notGranted)
  const binding = [...new Set([...before, ...added])].filter((id) => !removed.includes(id)).join(',')
  await tx.update(table).set({ dataRuleIds: binding }).where(row)
  return { before: { dataRuleIds: held.ids ?? '' }, after: { permissionId, dataRuleIds: binding } }
}
