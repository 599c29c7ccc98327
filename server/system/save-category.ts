/** What saving a category means besides the row: its code, and what hangs on it when it goes. */
import { and, eq, or, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { FieldOf } from '#model/fields.ts'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { heldBranch } from '../db/held-branch.ts'
import { isBelow } from '../db/held-text.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Tx } from '../kernel/database.ts'
import { refused } from '../kernel/errors.ts'
import { hookOf } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'
import { markDeleted } from '../resource/write.ts'
import { lockCategoryCodes, nextCategoryCode } from './category-code.ts'
import { notKept } from '../resource/parameters.ts'

const categories = tableOf(resources.sysCategory)

export const saveCategory = hookOf(resources.sysCategory, {
  extras: notKept('hasChild hasChildren childCount key value title leaf isLeaf children icon parentId'),

  async check({ after }) {
    // A row of a file may name itself.
    if (after.pid && after.pid === after.id) return { pid: '上级分类不能是自己' }
  },

  async beforeSave({ tx, mode, after }) {
    if (mode === 'edit') return
    await lockCategoryCodes(tx, after.tenantId)
    const pid = after.pid ? after.pid : undefined
    const parent = pid ? await nodeOf(tx, after.tenantId, pid) : undefined
    if (pid && !parent) return { pid: '上级分类不存在' }
    Object.assign(after, { pid: pid ?? '', code: await nextCategoryCode(tx, after.tenantId, parent) })
  },

  async beforeDelete({ tx, caller, services, row }) {
    const branch = await heldBranch(() =>
      tx
        .select()
        .from(categories)
        .where(and(eq(categories.tenantId, row.tenantId), isBelow(categories.code, String(row.code)), live(categories)))
        .for('update'),
    )
    refuseChosenBelow(branch)
    await refuseUsed(
      tx,
      row.name,
      branch.map(({ id }) => id),
    )
    const below = branch.filter(({ id }) => id !== row.id).map((record) => wireRow(resources.sysCategory, record))
    await markDeleted({ tx, caller, services }, resources.sysCategory, below)
  },
})

/** Held, so that it is still there when what is to lie below it is. */
async function nodeOf(tx: Tx, tenantId: number, id: string) {
  const [row] = await tx
    .select({ id: categories.id, code: categories.code })
    .from(categories)
    .where(and(eq(categories.id, id), eq(categories.tenantId, tenantId), live(categories)))
    .for('update')
  return row as { id: string; code: string } | undefined
}

const fieldsOf = (resource: Resource): [name: string, FieldOf<'category'>][] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.kind === 'category' ? [[name, field]] : []))

/** A field of the product is made of what lies below a code, and no category gets that code again. */
function refuseChosenBelow(branch: readonly { code: string | null; name: string | null }[]): void {
  for (const resource of allResources())
    for (const [, { under, label }] of fieldsOf(resource)) {
      const needed = branch.find(({ code }) => under && code === under)
      if (needed) throw refused(`${resource.label}的“${label}”从分类“${needed.name}”的下级中选择，不能删除`)
    }
}

/** Records keep the category they have: what is in use stays. */
async function refuseUsed(tx: Tx, name: string, ids: readonly string[]): Promise<void> {
  // It went with the one above it.
  if (!ids.length) return
  for (const resource of allResources())
    for (const [key, field] of fieldsOf(resource)) {
      const table = tableOf(resource)
      const holds = or(...ids.map((id) => sql`(',' || ${table[key]} || ',') like ${`%,${id},%`}`))
      const found = onlyRow(
        await tx
          .select({ count: sql<number>`count(*)::int` })
          .from(table)
          .where(and(live(table), holds)),
      )
      if (found.count)
        throw refused(`分类“${name}”被 ${found.count} 条${resource.label}的“${field.label}”引用，不能删除`)
    }
}
