/** Menu rows as the contract's trees: whole rows for administration, slim nodes for choosing. */
import { and, asc, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Row } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'

export const menus = tableOf(resources.sysPermission)

export interface MenuRow extends Row {
  id: string
  parentId: string | null
  name: string
  perms: string | null
  icon: string | null
  ruleFlag: number | null
  menuType: number
}

export async function menuRows(db: Database | Tx, where?: SQL): Promise<MenuRow[]> {
  const records = await db
    .select()
    .from(menus)
    .where(and(live(menus), where))
    .orderBy(asc(menus.sortNo), asc(menus.createTime), asc(menus.id))
  return records.map((record) => wireRow(resources.sysPermission, record) as MenuRow)
}

export const byParent = <T extends { id: string; parentId: string | null }>(rows: readonly T[]): Map<string, T[]> => {
  const ids = new Set(rows.map(({ id }) => id))
  const found = new Map<string, T[]>()
  for (const row of rows) {
    // A row whose parent is not there stands at the top: nothing vanishes from administration.
    const parent = row.parentId && ids.has(row.parentId) && row.parentId !== row.id ? row.parentId : ''
    found.set(parent, [...(found.get(parent) ?? []), row])
  }
  return found
}

/** SysPermissionTree, one node. */
export const whole = (row: MenuRow, isLeaf: boolean, children: Row[] | null): Row => ({
  ...row,
  key: row.id,
  title: row.name,
  leaf: isLeaf,
  isLeaf,
  children: isLeaf ? null : (children ?? []),
})

/** TreeModel, one node: its name is in slotTitle. */
const slim = (row: MenuRow, isLeaf: boolean, children: Row[] | null): Row => ({
  key: row.id,
  value: row.id,
  title: null,
  slotTitle: row.name,
  label: row.name,
  icon: row.icon,
  parentId: row.parentId ?? '',
  ruleFlag: row.ruleFlag ?? 0,
  isLeaf,
  scopedSlots: { title: 'hasDatarule' },
  children: isLeaf ? null : children,
})

type Shape = typeof whole

function build(rows: readonly MenuRow[], shape: Shape): Row[] {
  const children = byParent(rows)
  const seen = new Set<string>()
  const below = (parent: string): Row[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      if (seen.has(row.id)) return []
      seen.add(row.id)
      const inner = below(row.id)
      return [shape(row, !inner.length, inner)]
    })
  const roots = below('')
  // Rows that are each other's parents belong to no root; they are shown at the top.
  return [
    ...roots,
    ...rows
      .filter(({ id }) => !seen.has(id))
      .map((row) => (seen.add(row.id), shape(row, !children.has(row.id), below(row.id)))),
  ]
}

export const wholeTree = (rows: readonly MenuRow[]) => build(rows, whole)
/** What 角色授权 and 部门授权 choose from. */
export const choiceTree = (rows: readonly MenuRow[]) => ({
  treeList: build(rows, slim),
  ids: rows.map(({ id }) => id),
})
/** The same with the name as title, for choosing a parent. */
export const titledTree = (rows: readonly MenuRow[]) => ({
  treeList: build(rows, (row, isLeaf, children) => ({ ...slim(row, isLeaf, children), title: row.name })),
  ids: rows.map(({ id }) => id),
})
