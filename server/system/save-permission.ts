/** What saving a menu row means besides the row (contract.md §4.3): tidy paths, no loops, leaf flags, links of what is gone. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { menuTypes } from '#resources/system/permission.ts'
import type { Tx } from '../kernel/database.ts'
import { heldBranch } from '../db/held-branch.ts'
import { live } from '../db/live.ts'
import { departPermission, departRolePermission, permissionDataRule, rolePermission } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden } from '../kernel/errors.ts'
import { csv } from '../people/access.ts'
import { boundOn } from '../people/within.ts'
import { hookOf } from '../resource/hooks.ts'
import { wireRow } from '../resource/wire.ts'
import { markDeleted } from '../resource/write.ts'
import { refuseRuled } from './grants.ts'
import { menuRows, menus } from './menu-tree.ts'
import { notKept } from '../resource/parameters.ts'

const ROOT = 'layouts/RouteView'
const isExternal = (url: string) => /^(https?:\/\/|\{\{)/.test(url)

const tidyComponent = (component: string) =>
  component
    .replace(/^\/+/, '')
    .replace(/^(src\/)?views\//, '')
    .replace(/\.vue$/, '')
const tidyUrl = (url: string) => (isExternal(url) ? url : `/${url.replace(/^\/+/, '').replace(/\.vue$/, '')}`)

async function descendants(tx: Tx, id: string): Promise<string[]> {
  const all = await menuRows(tx)
  const found = new Set([id])
  for (let grew = true; grew;) {
    grew = false
    for (const row of all)
      if (row.parentId && found.has(row.parentId) && !found.has(row.id)) {
        found.add(row.id)
        grew = true
      }
  }
  return [...found]
}

/** A row is a leaf when nothing stands below it. */
const countLeaf = (tx: Tx, id: string) =>
  tx
    .update(menus)
    .set({
      leaf: sql`not exists (select 1 from sys_permission child where child.parent_id = ${id} and ${live('child')})`,
    })
    .where(eq(menus.id, id))

/** Whoever has the row has its codes: who writes them gives and takes them, and nobody gives away more than they have. */
function refuseCodes(caller: Caller, codes: readonly string[]): void {
  const beyond = codes.find((code) => !may(caller, code))
  if (beyond !== undefined) throw forbidden(`不能改动自己没有的授权标识：${beyond}，请由管理员修改`)
  if (boundOn(caller, codes).length) throw forbidden('数据规则限制您看到的记录，不能由您改动其授权标识，请由管理员修改')
}

export const savePermission = hookOf(resources.sysPermission, {
  // In the tree it says what stands below, at the moment it was read.
  adds: ['leaf'],
  extras: notKept('key title value label slotTitle scopedSlots isLeaf children permsFlag'),

  async check({ tx, caller, before, after }) {
    const [was, is] = [csv(before?.perms), csv(after.perms)]
    // Whoever has a row that is 无效 has its codes again from the moment it is 有效.
    const isOther = was.join() !== is.join() || before?.status !== after.status
    if (isOther) refuseCodes(caller, [...was, ...is])
    if (before && isOther) await refuseRuled(tx, caller, [before.id])
    if (!after.parentId) return
    // Held, so that it is still there when what is to lie below it is.
    if (after.parentId !== before?.parentId)
      await tx.select({ id: menus.id }).from(menus).where(eq(menus.id, after.parentId)).for('update')
    const [parent] = await menuRows(tx, eq(menus.id, after.parentId))
    if (!parent) return { parentId: '上级菜单不存在' }
    if (parent.menuType === menuTypes.button) return { parentId: '按钮权限下面不能再有菜单' }
    if (before && (await descendants(tx, before.id)).includes(after.parentId))
      return { parentId: '上级菜单不能是自己或自己的下级' }
  },

  async beforeSave({ mode, after }) {
    if (after.menuType === menuTypes.top) after.parentId = ''
    if (after.component) after.component = tidyComponent(after.component)
    if (!after.component && after.menuType === menuTypes.top) after.component = ROOT
    if (after.url) after.url = tidyUrl(after.url)
    if (mode !== 'edit') after.leaf = true
  },

  async afterSave({ tx, before, after }) {
    const parents = new Set([before?.parentId, after.parentId].filter(Boolean).map(String))
    for (const id of parents) await countLeaf(tx, id)
  },

  async beforeDelete({ tx, caller, services, row }) {
    const branch = await heldBranch(async () =>
      tx
        .select()
        .from(menus)
        .where(and(inArray(menus.id, await descendants(tx, row.id)), live(menus)))
        .for('update'),
    )
    const ids = branch.map(({ id }) => id)
    await refuseRuled(tx, caller, ids)
    await markDeleted(
      { tx, caller, services },
      resources.sysPermission,
      branch.filter(({ id }) => id !== row.id).map((record) => wireRow(resources.sysPermission, record)),
    )
    for (const table of [rolePermission, departPermission, departRolePermission])
      await tx.delete(table).where(inArray(table.permissionId, ids))
    await tx.delete(permissionDataRule).where(inArray(permissionDataRule.permissionId, ids))
    if (row.parentId)
      await tx
        .update(menus)
        .set({
          leaf: sql`not exists (select 1 from sys_permission child where child.parent_id = ${row.parentId} and ${live('child')} and child.id <> ${row.id})`,
        })
        .where(eq(menus.id, row.parentId))
  },
})
