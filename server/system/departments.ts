/** Trees and look-ups of departments (contract.md §6.3). Everybody signed in sees the own branch. */
import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { hasPart, isBelow } from '../db/held-text.ts'
import type { Database } from '../kernel/database.ts'
import { csv } from '../people/access.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, notFound, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import type { Row } from '../resource/hooks.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'
import { anyIds, idText, maybe } from '../resource/parameters.ts'

const departs = tableOf(resources.sysDepart)
const users = tableOf(resources.sysUser)
const get = { method: 'GET', permission: 'session', tag: '部门' } as const

export interface DepartRow extends Row {
  id: string
  parentId: string | null
  departName: string
  orgCode: string
}

export async function departRows(db: Database, caller: Caller, where?: SQL): Promise<DepartRow[]> {
  const records = await db
    .select()
    .from(departs)
    .where(and(scopeOf(caller, resources.sysDepart), where))
    .orderBy(asc(departs.departOrder), asc(departs.orgCode))
  return records.map((record) => wireRow(resources.sysDepart, record) as DepartRow)
}

/** Leaders by department: ids, comma-joined. */
async function leaders(db: Database, caller: Caller): Promise<Map<string, string>> {
  const rows = (await db
    .select({ id: users.id, departIds: users.departIds })
    .from(users)
    .where(and(scopeOf(caller, resources.sysUser), sql`coalesce(${users.departIds}, '') <> ''`))
    .orderBy(asc(users.id))) as { id: string; departIds: string }[]
  const found = new Map<string, string>()
  for (const { id, departIds } of rows)
    for (const depart of csv(departIds)) found.set(depart, found.has(depart) ? `${found.get(depart)},${id}` : id)
  return found
}

/** SysDepartTreeModel. */
const node = (row: DepartRow, isLeaf: boolean, children: Row[] | null, directors: Map<string, string>): Row => ({
  ...row,
  key: row.id,
  value: row.id,
  title: row.departName,
  isLeaf,
  children,
  directorUserIds: directors.get(row.id) ?? '',
})

function childrenOf(rows: readonly DepartRow[]): Map<string, DepartRow[]> {
  const ids = new Set(rows.map(({ id }) => id))
  const found = new Map<string, DepartRow[]>()
  for (const row of rows) {
    // Whoever sees a branch only sees its root at the top.
    const parent = row.parentId && ids.has(row.parentId) ? row.parentId : ''
    found.set(parent, [...(found.get(parent) ?? []), row])
  }
  return found
}

function treeOf(rows: readonly DepartRow[], directors: Map<string, string>): Row[] {
  const children = childrenOf(rows)
  const below = (parent: string): Row[] =>
    (children.get(parent) ?? []).map((row) => {
      const inner = below(row.id)
      return node(row, !inner.length, inner.length ? inner : null, directors)
    })
  return below('')
}

const top = or(isNull(departs.parentId), inArray(departs.parentId, ['', '0']))
const contains = (text: string) => hasPart(departs.departName, text)

/** Which of these have something below that the caller sees. */
async function withChildren(db: Database, caller: Caller, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const rows = await db
    .selectDistinct({ id: departs.parentId })
    .from(departs)
    .where(and(scopeOf(caller, resources.sysDepart), inArray(departs.parentId, ids)))
  return new Set(rows.map(({ id }) => String(id)))
}

async function level(db: Database, caller: Caller, where: SQL | undefined): Promise<Row[]> {
  const rows = await departRows(db, caller, where)
  const [directors, parents] = await Promise.all([
    leaders(db, caller),
    withChildren(
      db,
      caller,
      rows.map(({ id }) => id),
    ),
  ])
  // The newer client asks for what is below where there is an empty list, and not where there is none.
  return rows.map((row) => {
    const isLeaf = !parents.has(row.id)
    return node(row, isLeaf, isLeaf ? null : [], directors)
  })
}

/** `key` is what the branches of a tree call their id. */
const primaryKey = z
  .enum(['orgCode', 'id', 'key'])
  .default('id')
  .transform((name) => (name === 'orgCode' ? name : 'id'))
const levelAsked = { pid: maybe, ids: anyIds, primaryKey }

/** The named ones, or the children of `pid`, or the top of what the caller sees. */
function levelOf(
  db: Database,
  caller: Caller,
  { pid, ids, primaryKey }: { pid?: string | undefined; ids: string[]; primaryKey: 'orgCode' | 'id' },
): Promise<Row[]> {
  if (ids.length) return level(db, caller, inArray(departs[primaryKey], ids))
  if (pid && pid !== '0') return level(db, caller, eq(departs.parentId, pid))
  const visible = db.select({ id: departs.id }).from(departs).where(scopeOf(caller, resources.sysDepart))
  return level(db, caller, or(top, sql`${departs.parentId} not in ${visible}`))
}

export const departRoutes: Route[] = [
  route({
    ...get,
    path: '/sys/sysDepart/queryTreeList',
    summary: '部门树',
    query: z.strictObject({ ids: anyIds }),
    handler: async ({ services: { db }, caller, query }) => {
      const where = query.ids.length ? inArray(departs.id, query.ids) : undefined
      return treeOf(await departRows(db, caller, where), await leaders(db, caller))
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/queryDepartTreeSync',
    summary: '部门树，一层一层',
    query: z.strictObject(levelAsked),
    handler: ({ services: { db }, caller, query }) => levelOf(db, caller, query),
  }),
  route({
    ...get,
    path: '/sys/sysDepart/queryDepartAndPostTreeSync',
    summary: '部门与岗位树，一层一层；departIds 为起点，name 按名称查',
    query: z.strictObject({ ...levelAsked, departIds: anyIds, name: maybe }),
    handler: async ({ services: { db }, caller, query: { departIds, name, ...asked } }) => {
      if (asked.ids.length || asked.pid || !(departIds.length || name)) return levelOf(db, caller, asked)
      if (!departIds.length) return level(db, caller, contains(name!))
      const found = await level(db, caller, inArray(departs.id, departIds))
      // What lies below another of them comes with that one.
      return found.filter(({ parentId }) => !departIds.includes(String(parentId)))
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/queryIdTree',
    summary: '部门选项树',
    handler: async ({ services: { db }, caller }) => {
      const rows = await departRows(db, caller)
      const children = childrenOf(rows)
      const below = (parent: string): Row[] =>
        (children.get(parent) ?? []).map((row) => ({
          key: row.id,
          value: row.id,
          title: row.departName,
          children: children.has(row.id) ? below(row.id) : null,
        }))
      return below('')
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/searchBy',
    summary: '按名称查部门',
    query: z.strictObject({ keyWord: z.string().trim().max(100).default(''), myDeptSearch: maybe, orgCategory: maybe }),
    handler: async ({ services: { db }, caller, query }) => {
      const mine = query.myDeptSearch === '1' ? await ownBranches(db, caller) : undefined
      const found =
        query.keyWord && (query.myDeptSearch !== '1' || mine)
          ? await level(db, caller, and(contains(query.keyWord), mine))
          : []
      if (!found.length) throw refused('未查询匹配数据！')
      return found
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/queryMyDeptTreeList',
    summary: '我负责的部门',
    handler: async ({ services: { db }, caller }) => {
      const branches = await ownBranches(db, caller)
      // The message says what the person is: 2 leads departments, 1 does not.
      if (!branches) return said('1')
      return said('2', treeOf(await departRows(db, caller, branches), await leaders(db, caller)))
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/queryAllParentId',
    summary: '部门的全部上级',
    query: z.strictObject({ departId: anyIds, orgCode: anyIds }),
    handler: async ({ services: { db }, caller, query }) => {
      const name = query.departId.length ? 'id' : 'orgCode'
      const wanted = query.departId.length ? query.departId : query.orgCode
      if (!wanted.length) throw badInput('缺少 departId 或 orgCode')
      const all = await departRows(db, caller)
      const byId = new Map(all.map((row) => [row.id, row]))
      const paths = wanted.map((key) => {
        const path: DepartRow[] = []
        for (let at = all.find((row) => row[name] === key); at && !path.includes(at); at = byId.get(at.parentId ?? ''))
          path.unshift(at)
        const parentMap = Object.fromEntries(path.map((row) => [row.id, row]))
        return [key, { parentIds: path.map(({ id }) => id), parentMap }] as const
      })
      return Object.fromEntries(paths.filter(([, { parentIds }]) => parentIds.length))
    },
  }),
  route({
    ...get,
    path: '/sys/sysDepart/listAll',
    summary: '部门列表（平铺）',
    query: z.strictObject({ id: anyIds }),
    handler: ({ services: { db }, caller, query }) =>
      departRows(db, caller, query.id.length ? inArray(departs.id, query.id) : undefined),
  }),
  route({
    ...get,
    path: '/sys/sysDepart/getDepartName',
    summary: '按编码查部门',
    query: z.strictObject({ orgCode: idText('orgCode') }),
    handler: async ({ services: { db }, caller, query }) => {
      const [row] = await departRows(db, caller, eq(departs.orgCode, query.orgCode))
      if (!row) throw notFound('部门')
      return row
    },
  }),
]

/** The departments a leader leads and everything below; undefined for who leads none. */
async function ownBranches(db: Database, caller: Caller): Promise<SQL | undefined> {
  const [me] = await db
    .select({ identity: users.userIdentity, departIds: users.departIds })
    .from(users)
    .where(eq(users.id, caller.userId))
  const led = me?.identity === 2 ? csv(me.departIds) : []
  if (!led.length) return undefined
  const rows = await departRows(db, caller, inArray(departs.id, led))
  return or(...rows.map(({ orgCode }) => isBelow(departs.orgCode, String(orgCode))))
}
