/**
 * What JeecgBoot's newer clients ask of a department beside the trees: its path, its posts, its heads (contract.md §6.3).
 * A post is a department of the category 岗位; ranks between posts are not kept, so the posts below a department stand side
 * by side.
 */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { orgCategories } from '#resources/system/department.ts'
import { isBelow } from '../db/held-text.ts'
import { tableOf } from '../db/table.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Database } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { anyIds, idText, maybe, paging } from '../resource/parameters.ts'
import { departRows, type DepartRow } from './departments.ts'
import { peoplePage } from './people.ts'

const departs = tableOf(resources.sysDepart)
const users = tableOf(resources.sysUser)
const get = { method: 'GET', permission: 'session', tag: '部门' } as const

/** Codes of a department and of everything above it: A01A02 → A01, A01A02. Three letters a level. */
const above = (orgCode: string) =>
  Array.from({ length: Math.floor(orgCode.length / 3) }, (_, at) => orgCode.slice(0, 3 * at + 3))

/** Names from the top, as `伏特/华南公司/财务部`; the caller's own branch only. */
async function pathName(db: Database, caller: Caller, orgCode: string): Promise<string> {
  const rows = await departRows(db, caller, inArray(departs.orgCode, above(orgCode)))
  return rows
    .sort((a, b) => a.orgCode.length - b.orgCode.length)
    .map(({ departName, departNameAbbr }) => String(departNameAbbr || departName))
    .join('/')
}

async function postsBelow(db: Database, caller: Caller, codes: readonly string[]): Promise<DepartRow[]> {
  if (!codes.length) return []
  const below = or(...codes.map((code) => isBelow(departs.orgCode, code)))
  return departRows(db, caller, and(eq(departs.orgCategory, orgCategories.post), below))
}

/** SysPositionSelectTreeVo. */
async function choices(db: Database, caller: Caller, posts: readonly DepartRow[]) {
  const parents = await departRows(
    db,
    caller,
    inArray(departs.id, [...new Set(posts.map(({ parentId }) => parentId ?? ''))]),
  )
  const names = new Map(parents.map(({ id, departName }) => [id, departName]))
  return posts.map(({ id, departName, parentId, orgCategory, orgCode }) => {
    const where = names.get(parentId ?? '')
    return {
      id,
      value: id,
      title: where ? `${departName}(${where})` : departName,
      parentId,
      orgCategory,
      orgCode,
      isLeaf: true,
      checkable: true,
      disabled: false,
      children: [],
    }
  })
}

const codesOf = async (db: Database, caller: Caller, ids: readonly string[]) =>
  ids.length ? (await departRows(db, caller, inArray(departs.id, [...ids]))).map(({ orgCode }) => orgCode) : []

export const departPostRoutes: Route[] = [
  route({
    ...get,
    path: '/sys/sysDepart/getDepartPathNameByOrgCode',
    summary: '部门及其上级的名称，以 / 连接',
    query: z.strictObject({ orgCode: maybe, depId: maybe }),
    handler: async ({ services: { db }, caller, query: { orgCode, depId } }) => {
      const [code = orgCode] = depId ? await codesOf(db, caller, [depId]) : []
      const name = code ? await pathName(db, caller, code) : ''
      return said(name, name)
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/getRankRelation',
    summary: '部门及以下的岗位',
    // Of no department there are none: the newer client asks before one is chosen.
    query: z.strictObject({ departId: maybe }),
    handler: async ({ services: { db }, caller, query: { departId } }) => {
      if (!departId) return []
      const codes = await codesOf(db, caller, [departId])
      if (!codes.length) throw notFound('部门')
      return choices(db, caller, await postsBelow(db, caller, codes))
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/getALLRankRelation',
    summary: '全部岗位',
    query: z.strictObject({ departId: maybe }),
    handler: async ({ services: { db }, caller, query: { departId } }) =>
      choices(db, caller, await postsBelow(db, caller, departId ? await codesOf(db, caller, [departId]) : [''])),
  }),
  route({
    ...get,
    path: '/sys/sysDepart/getDepPostIdByDepId',
    summary: '部门及以下的岗位 id，以逗号连接',
    query: z.strictObject({ depIds: anyIds }),
    handler: async ({ services: { db }, caller, query: { depIds } }) => {
      const ids = (await postsBelow(db, caller, await codesOf(db, caller, depIds))).map(({ id }) => id).join(',')
      return said(ids, ids)
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/getDepartmentHead',
    summary: '部门负责人',
    query: z.strictObject({ ...paging, departId: idText('departId') }),
    handler: ({ services, caller, query }) =>
      peoplePage(
        { services, caller },
        and(eq(users.userIdentity, 2), sql`(',' || ${users.departIds} || ',') like ${`%,${query.departId},%`}`),
        query,
      ),
  }),
]
