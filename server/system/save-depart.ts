/** What saving a department means besides the row: its code and level, its leaders, what hangs on it when it goes. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { heldBranch } from '../db/held-branch.ts'
import { isBelow } from '../db/held-text.ts'
import type { Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { departPermission, departRole, departRolePermission, departRoleUser, userDepart } from '../db/tables.ts'
import { csv } from '../people/access.ts'
import type { Caller } from '../kernel/caller.ts'
import { refused } from '../kernel/errors.ts'
import { list } from '../resource/conditions.ts'
import { hookOf } from '../resource/hooks.ts'
import { tableOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'
import { wireRow } from '../resource/wire.ts'
import { localTime, markDeleted, type Writing } from '../resource/write.ts'
import { nextOrgCode } from '../people/org-code.ts'
import { notKept } from '../resource/parameters.ts'
import { peopleNamed } from './people.ts'

const departs = tableOf(resources.sysDepart)
const users = tableOf(resources.sysUser)
const providers = tableOf(resources.serviceProvider)

const ids = z.string().max(4000).nullish()
const echoes = 'key value title isLeaf izLeaf children departPathName dingIdentifier positionId depPostParentId'

export const saveDepart = hookOf(resources.sysDepart, {
  extras: { directorUserIds: ids, oldDirectorUserIds: ids, ...notKept(echoes) },

  async beforeSave({ tx, caller, mode, after }) {
    if (mode === 'edit') return
    const parentId = after.parentId && after.parentId !== '0' ? after.parentId : undefined
    // A department at the top would be out of the maker's own sight.
    if (!parentId && !caller.isAdmin) return { parentId: '请选择上级部门' }
    const parent = parentId ? await parentOf(tx, after.tenantId, parentId) : undefined
    if (parentId && !parent) return { parentId: '上级部门不存在' }
    const orgCode = await nextOrgCode(tx, after.tenantId, parent)
    Object.assign(after, {
      parentId: parentId ?? '',
      orgCode,
      // A department belongs to itself: whoever sees it by its code sees its record.
      sysOrgCode: orgCode,
      orgType: String(orgCode.length / 3),
    })
  },

  async afterSave({ tx, caller, services, after, extras }) {
    const wanted = extras.directorUserIds
    if (typeof wanted !== 'string') return
    await setLeaders({ tx, caller, services }, after.id, list(wanted))
  },

  async beforeDelete({ tx, caller, services, row }) {
    const rows = await heldBranch(() =>
      tx
        .select()
        .from(departs)
        .where(and(eq(departs.tenantId, row.tenantId), isBelow(departs.orgCode, String(row.orgCode)), live(departs)))
        .for('update'),
    )
    const gone = rows.map(({ id }) => id)
    if (caller.departIds.some((id) => gone.includes(id))) throw refused('不能删除自己所在的部门')
    await refuseWithProviders(tx, row.departName, gone)
    const below = rows.filter(({ id }) => id !== row.id).map((record) => wireRow(resources.sysDepart, record))
    await markDeleted({ tx, caller, services }, resources.sysDepart, below)
    await endLeading({ tx, caller, services }, gone)
    const members = await tx
      .delete(userDepart)
      .where(inArray(userDepart.depId, gone))
      .returning({ userId: userDepart.userId, depId: userDepart.depId })
    await traceLeaving(tx, caller, members)
    if (members.length)
      await tx
        .update(users)
        .set({ orgCode: null })
        .where(
          and(
            inArray(
              users.id,
              members.map(({ userId }) => userId),
            ),
            inArray(
              users.orgCode,
              rows.map(({ orgCode }) => orgCode ?? ''),
            ),
          ),
        )
    const roles = tx.select({ id: departRole.id }).from(departRole).where(inArray(departRole.departId, gone))
    await tx.delete(departRoleUser).where(inArray(departRoleUser.droleId, roles))
    await tx.delete(departRolePermission).where(inArray(departRolePermission.roleId, roles))
    await tx.delete(departRole).where(inArray(departRole.departId, gone))
    await tx.delete(departPermission).where(inArray(departPermission.departId, gone))
  },
})

/** As of somebody who is taken out of a department: it may have hundreds. */
async function traceLeaving(tx: Tx, caller: Caller, members: readonly { userId: string; depId: string }[]) {
  const ids = [...new Set(members.map(({ userId }) => userId))]
  const rows = await tx.select({ id: users.id, version: users.version }).from(users).where(oneOf(users.id, ids))
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  await trace(
    tx,
    caller,
    resources.sysUser,
    members.map(({ userId, depId }) => ({
      ...{ operation: '移出部门', id: userId, version: versions.get(userId) ?? 1 },
      ...{ before: { depId }, after: {} },
    })),
  )
}

/** Held, so that it is still there when what is to lie below it is. */
async function parentOf(tx: Tx, tenantId: number, id: string) {
  const [row] = await tx
    .select({ id: departs.id, orgCode: departs.orgCode })
    .from(departs)
    .where(and(eq(departs.id, id), eq(departs.tenantId, tenantId), live(departs)))
    .for('update')
  return row as { id: string; orgCode: string } | undefined
}

/** A provider's rows are seen through its department. */
async function refuseWithProviders(tx: Tx, name: string, departIds: string[]): Promise<void> {
  const [provider] = await tx
    .select({ name: providers.providerName })
    .from(providers)
    .where(and(inArray(providers.departId, departIds), live(providers)))
    .limit(1)
  if (provider) throw refused(`部门“${name}”有服务商“${provider.name}”，不能删除`)
}

/** Whoever leads one of these departments: `departIds` of a person are those. */
async function leadersOf(tx: Tx, departIds: readonly string[]): Promise<Leader[]> {
  const listed = sql`string_to_array(${users.departIds}, ',') && ${sql.param(departIds)}::text[]`
  const rows = await tx
    .select({ id: users.id, departIds: users.departIds })
    .from(users)
    .where(listed)
    .orderBy(users.id)
    .for('update')
  return rows.map(({ id, departIds: led }) => ({ id, led: csv(led) }))
}

type Work = Pick<Writing, 'tx' | 'caller' | 'services'>

interface Leader {
  id: string
  led: string[]
}

async function setLeaders(work: Work, departId: string, wanted: string[]): Promise<void> {
  const { tx, caller } = work
  const leads = await leadersOf(tx, [departId])
  const added = wanted.filter((id) => !leads.some((lead) => lead.id === id))
  await peopleNamed(tx, caller, added, true)
  const people = added.length
    ? await tx.select({ id: users.id, departIds: users.departIds }).from(users).where(oneOf(users.id, added))
    : []
  await write(work, [
    ...without(
      leads.filter(({ id }) => !wanted.includes(id)),
      [departId],
    ),
    ...people.map(({ id, departIds }) => ({ id, before: csv(departIds), after: [...csv(departIds), departId] })),
  ])
}

/** A department that is gone is led by nobody. */
async function endLeading(work: Work, gone: readonly string[]): Promise<void> {
  await write(work, without(await leadersOf(work.tx, gone), gone))
}

const without = (leaders: readonly Leader[], departIds: readonly string[]) =>
  leaders.map(({ id, led }) => ({ id, before: led, after: led.filter((one) => !departIds.includes(one)) }))

/** Each is a change of the person. */
async function write(
  { tx, caller, services }: Work,
  changes: readonly { id: string; before: string[]; after: string[] }[],
) {
  const stamp = { updateBy: caller.username, updateTime: localTime(services), version: sql`${users.version} + 1` }
  const text = (ids: string[]) => ids.join(',') || null
  for (const { id, before, after } of changes) {
    const [{ version } = { version: 1 }] = await tx
      .update(users)
      .set({ departIds: text(after), ...stamp })
      .where(eq(users.id, id))
      .returning({ version: users.version })
    const says = { before: { departIds: text(before) }, after: { departIds: text(after) } }
    await trace(tx, caller, resources.sysUser, [{ operation: 'edit', id, version, ...says }])
  }
}
