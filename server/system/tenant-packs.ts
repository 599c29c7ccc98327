/** 租户套餐: which permissions a package holds, and which tenants have it. What follows from it is in `people/access.ts`. */
import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { hookOf } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { anyIds, idText } from '../resource/parameters.ts'
import { packedIn } from '../people/access.ts'
import { permissionIdsOf, saveGrants } from './grant-links.ts'
import { traceLink } from './links.ts'
import { startedFrom } from './permissions.ts'

const { sysTenantPack } = resources
const tenants = tableOf(resources.sysTenant)

export const tenantPackRules = hookOf(sysTenantPack, {
  async beforeSave({ tx, caller, before, after }) {
    // Nobody lengthens their own lead.
    if (before && before.status !== after.status && !caller.isAdmin && (await packedIn(tx, caller.tenantId)))
      return { status: '您所在的租户受套餐限制，不能启用或停用套餐' }
  },

  async beforeDelete({ tx, row }) {
    const [used] = await tx
      .select({ name: tenants.name })
      .from(tenants)
      .where(and(live(tenants), sql`(',' || ${tenants.packIds} || ',') like ${`%,${row.id},%`}`))
      .limit(1)
    // Otherwise the tenant would have no package, and so everything.
    if (used) throw refused(`租户“${used.name}”正在使用这个套餐，请先为它换一个套餐`)
  },
})

export const tenantPackRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${sysTenantPack.path}/queryPermission`,
    permission: `${sysTenantPack.permission}:list`,
    summary: '套餐里的菜单与权限',
    tag: sysTenantPack.label,
    query: z.strictObject({ packId: idText('packId') }),
    handler: ({ services: { db }, query }) => permissionIdsOf(db, 'pack', query.packId),
  }),
  route({
    method: 'POST',
    path: `${sysTenantPack.path}/savePermission`,
    permission: `${sysTenantPack.permission}:grant`,
    summary: '设置套餐的权限；减少的权限在用它的租户随即失效',
    tag: sysTenantPack.label,
    body: z.strictObject({
      packId: idText('packId'),
      permissionIds: anyIds,
      lastpermissionIds: z.string().max(70_000).nullish(),
    }),
    handler: async ({ services: { db }, caller, body: { packId, permissionIds, lastpermissionIds } }) => {
      await db.transaction(async (tx) => {
        if (!(await findRow(tx, caller, sysTenantPack, packId, true))) throw notFound(sysTenantPack.label)
        const from = startedFrom(lastpermissionIds)
        const { added, removed, before } = await saveGrants(tx, caller, 'pack', packId, permissionIds, from)
        if (added.length || removed.length)
          await traceLink(tx, caller, sysTenantPack, packId, '授权', { permissionIds: before }, { added, removed })
      })
      return said('保存成功！')
    },
  }),
]
