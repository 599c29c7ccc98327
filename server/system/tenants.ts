/** Tenants (contract.md §6.6): numbers given by the server, never deleted while anything belongs to them. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Resource } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { userStates } from '#resources/system/userStates.ts'
import { literally } from '../db/held-text.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Tx } from '../kernel/database.ts'
import { may } from '../kernel/caller.ts'
import { seedAppConfigs } from '../seed/app-config.ts'
import { seedCategories } from '../seed/categories.ts'
import { refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { hookOf } from '../resource/hooks.ts'
import { once } from '../resource/once.ts'
import { hasOnlineRecords } from '../resource/online.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'
import { deleteRows } from '../resource/write.ts'
import { anyIds, idText, maybe, pageOf, paging } from '../resource/parameters.ts'
import { contains } from './people.ts'
import { csv, packedIn } from '../people/access.ts'

const tag = '租户'
const tenants = tableOf(resources.sysTenant)
const users = tableOf(resources.sysUser)
const packs = tableOf(resources.sysTenantPack)

/** Who belongs to the tenant with this number. */
const membersOf = (id: string) =>
  and(live(users), sql`(',' || ${users.relTenantIds} || ',') like ${`%,${literally(id)},%`}`)

/** One of these packages is no more. The others stay as long as this transaction lasts: whoever deletes one waits. */
async function isGone(tx: Tx, packIds: readonly string[]): Promise<boolean> {
  if (!packIds.length) return false
  const found = await tx
    .select({ id: packs.id })
    .from(packs)
    .where(and(inArray(packs.id, [...packIds]), live(packs)))
    .orderBy(packs.id)
    .for('share')
  return found.length < new Set(packIds).size
}

/** More are found in 用户管理 of the tenant. */
const MOST_SHOWN = 100

export const saveTenant = hookOf(resources.sysTenant, {
  adds: ['people'],
  async detail(row, { services: { db }, caller }) {
    const belongs = membersOf(String(row.id))
    const found = await db
      .select({
        id: users.id,
        username: users.username,
        realname: users.realname,
        status: users.status,
        relTenantIds: users.relTenantIds,
        count: sql<number>`count(*) over ()::int`,
      })
      .from(users)
      .where(belongs)
      .orderBy(asc(users.username))
      .limit(MOST_SHOWN)
    const opens = may(caller, 'system:user:list')
    const people = found.map(({ id, username, realname, status, relTenantIds }) => ({
      username,
      realname,
      frozen: status !== userStates.normal,
      // The record of a person is there for those of the own tenant.
      ...(opens && `,${relTenantIds ?? ''},`.includes(`,${caller.tenantId},`) && { id }),
    }))
    Object.assign(row, { people: { count: found[0]?.count ?? 0, shown: people } })
  },

  async beforeSave({ tx, mode, caller, before, after }) {
    // Nobody lengthens their own lead.
    if ((before?.packIds ?? '') !== (after.packIds ?? '') && !caller.isAdmin && (await packedIn(tx, caller.tenantId)))
      return { packIds: '您所在的租户受套餐限制，不能修改租户的套餐' }
    const had = csv(before?.packIds)
    const added = csv(after.packIds).filter((packId) => !had.includes(packId))
    if (await isGone(tx, added)) return { packIds: '所选套餐刚刚被删除，请刷新后重新选择' }
    if (mode === 'edit') return
    await tx.execute(sql`select pg_advisory_xact_lock(7268204)`)
    // Deleted ones count: their number stays on old records.
    const row = onlyRow(
      await tx
        .select({ last: sql<number>`coalesce(max(${tenants.id}::int), 0)` })
        .from(tenants)
        .where(sql`${tenants.id} ~ '^[0-9]{1,9}$'`),
    )
    after.id = String(row.last + 1)
  },

  async afterSave({ tx, mode, after }) {
    if (mode === 'edit') return
    // Every money rule reads them.
    await seedAppConfigs(tx, Number(after.id), () => true)
    // Fields name the codes of the first levels.
    await seedCategories(tx, Number(after.id), () => true)
  },
})

/** What comes with a tenant and goes with it; everything else holds it. */
const OWN: readonly Resource[] = [resources.appConfig, resources.sysCategory]

async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`(',' || ${users.relTenantIds} || ',') like ${`%,${id},%`}`)
    .limit(1)
  if (member) return true
  for (const resource of allResources()) {
    if (OWN.includes(resource)) continue
    const table = tableOf(resource)
    const [row] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.tenantId, Number(id)), live(table)))
      .limit(1)
    if (row) return true
  }
  return hasOnlineRecords(tx, Number(id))
}

const isNumber = (id: string) => /^\d{1,9}$/.test(id)

const shownOfMember = { id: users.id, username: users.username, realname: users.realname, status: users.status }

export const tenantRoutes: Route[] = [
  route({
    method: ['DELETE', 'POST'],
    path: '/sys/tenant/delete',
    permission: 'system:tenant:delete',
    summary: '删除租户',
    tag,
    query: z.strictObject({ id: idText() }),
    handler: async ({ services, caller, request, query: { id } }) => {
      await once(services, caller, request, async (tx) => {
        if (isNumber(id) && (await isReferenced(tx, id))) throw refused('该租户已被引用，无法删除！')
        await deleteRows({ tx, caller, services }, resources.sysTenant, [id])
        return null
      })
      return said('删除成功')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/tenant/deleteBatch',
    permission: 'system:tenant:delete',
    summary: '批量删除租户',
    tag,
    query: z.strictObject({ ids: anyIds }),
    handler: async ({ services, caller, request, query: { ids } }) => {
      if (!ids.length) throw refused('未选中租户！')
      const free = await once(services, caller, request, async (tx) => {
        const found: string[] = []
        for (const id of ids) if (!isNumber(id) || !(await isReferenced(tx, id))) found.push(id)
        await deleteRows({ tx, caller, services }, resources.sysTenant, found)
        return found
      })
      if (!free.length) throw refused('选择的租户都已被引用，无法删除！')
      return said(free.length === ids.length ? '删除成功！' : '部分删除成功！（被引用的租户无法删除）')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/tenant/queryList',
    permission: 'system:tenant:list',
    summary: '正常的租户',
    tag,
    query: z.strictObject({ ids: anyIds }),
    handler: async ({ services: { db }, query: { ids } }) => {
      const rows = await db
        .select()
        .from(tenants)
        .where(and(live(tenants), eq(tenants.status, 1), ids.length ? inArray(tenants.id, ids) : undefined))
        .orderBy(asc(sql`length(${tenants.id})`), asc(tenants.id))
      return rows.map((record) => ({ ...wireRow(resources.sysTenant, record), id: Number(record.id) }))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/tenant/userList',
    permission: 'system:tenant:list',
    summary: '租户的用户',
    tag,
    query: z.strictObject({ id: idText() }),
    handler: async ({ services: { db }, query: { id } }) => {
      const rows = await db
        .select(shownOfMember)
        .from(users)
        .where(membersOf(id))
        .orderBy(asc(users.username))
        .limit(1000)
      return rows
    },
  }),
  route({
    method: 'GET',
    path: '/sys/tenant/getTenantUserList',
    permission: 'system:tenant:list',
    summary: '租户的用户，分页（新版客户端）',
    tag,
    query: z.strictObject({ ...paging, userTenantId: idText('userTenantId'), username: maybe, realname: maybe }),
    handler: async ({ services: { db }, query }) => {
      const where = and(
        membersOf(query.userTenantId),
        contains('username', query.username),
        contains('realname', query.realname),
      )
      const found = await db
        .select({ ...shownOfMember, total: sql<number>`count(*) over ()::int` })
        .from(users)
        .where(where)
        .orderBy(asc(users.username))
        .limit(query.pageSize)
        .offset((query.pageNo - 1) * query.pageSize)
      const records = found.map(({ total: _, ...row }) => row)
      return pageOf(records, found[0]?.total ?? 0, query)
    },
  }),
]
