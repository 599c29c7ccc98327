/** The 分类字典 as the contract's clients ask for it (contract.md §6.8). Everybody signed in chooses from it. */
import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { isBelow } from '../db/held-text.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Database } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { columnNamed, comparisons, list } from '../resource/conditions.ts'
import type { Row } from '../resource/hooks.ts'
import { childRows, readRow } from '../resource/list.ts'
import { dropDraftOf } from '../resource/half-typed.ts'
import { once } from '../resource/once.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'
import { addRow, editRow } from '../resource/write.ts'
import { conditionIn } from './dictionaries.ts'
import { idText, maybe, pageOf, paging, someIds } from '../resource/parameters.ts'

const { sysCategory } = resources
const categories = tableOf(sysCategory)
const tag = '分类字典'
const get = { method: 'GET', permission: 'session', tag } as const
const lists = { method: 'GET', permission: 'system:category:list', tag } as const

/** Roots are found under '0' by the contract and under nothing by our reference. */
const TOP = ['', '0'] as const
const isTop = (pid: unknown) => pid == null || TOP.includes(String(pid) as '')

interface Node extends Row {
  id: string
  pid: string | null
  name: string
  code: string
}

async function nodes(db: Database, caller: Caller, where?: SQL): Promise<Node[]> {
  const records = await db
    .select()
    .from(categories)
    .where(and(scopeOf(caller, sysCategory), where))
    .orderBy(asc(categories.code), asc(categories.id))
  return records.map((record) => wireRow(sysCategory, record) as Node)
}

const below = (pid: string) =>
  isTop(pid) ? or(isNull(categories.pid), inArray(categories.pid, [...TOP])) : eq(categories.pid, pid)

async function parentsAmong(db: Database, caller: Caller, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const rows = await db
    .selectDistinct({ id: categories.pid })
    .from(categories)
    .where(and(scopeOf(caller, sysCategory), inArray(categories.pid, ids)))
  return new Set(rows.map(({ id }) => String(id)))
}

/** TreeSelectModel. Clients of either age read `leaf` or `isLeaf`. */
const treeNode = (row: Node, leaf: boolean, children?: Row[]): Row => ({
  key: row.id,
  value: row.id,
  title: row.name,
  code: row.code,
  parentId: isTop(row.pid) ? '0' : row.pid,
  leaf,
  isLeaf: leaf,
  ...(children && { children }),
})

async function level(db: Database, caller: Caller, where: SQL | undefined): Promise<Row[]> {
  const rows = await nodes(db, caller, where)
  const parents = await parentsAmong(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => treeNode(row, !parents.has(row.id)))
}

/** The id of the node with that code, '0' for the top; undefined when there is none. */
async function idOfCode(db: Database, caller: Caller, code: string): Promise<string | undefined> {
  if (isTop(code)) return '0'
  const [row] = await nodes(db, caller, eq(categories.code, code))
  return row?.id
}

function wholeTree(rows: readonly Node[], pid: string): Row[] {
  return rows
    .filter((row) => (isTop(pid) ? isTop(row.pid) : row.pid === pid))
    .map((row) => {
      const children = wholeTree(rows, row.id)
      return treeNode(row, !children.length, children)
    })
}

/** The rows of a list as the contract has them: the top is '0'. */
const contractRow = (row: Row): Row => ({ ...row, pid: isTop(row.pid) ? '0' : row.pid })
/** And back again. */
const ownBody = (body: Row): Row => ('pid' in body && isTop(body.pid) ? { ...body, pid: null } : body)

const searched = (rows: Row[], name: 'name' | 'code', wanted: string | undefined): Row[] => {
  const part = (wanted ?? '').replace(/^\*+|\*+$/g, '')
  return part ? rows.filter((row) => String(row[name] ?? '').includes(part)) : rows
}

const CONDITIONS = ['id', 'name', 'code', 'createBy', 'sysOrgCode']
function conditionOf(text: string | undefined): SQL | undefined {
  return and(
    ...conditionIn(text).map(([name, value]) => {
      const column = CONDITIONS.includes(name) ? columnNamed(sysCategory, name) : undefined
      if (!column) throw badInput(`参数 condition：没有 ${name.slice(0, 64)} 这个字段`)
      return comparisons.eq(column, value)
    }),
  )
}

const record = z.record(z.string(), z.unknown(), { error: '提交的内容应为一个对象' })

export const categoryRoutes: Route[] = [
  route({
    ...lists,
    path: '/sys/category/rootList',
    summary: '顶层分类；按名称、编码查找也只找顶层',
    query: z.strictObject({ ...paging, pid: maybe, name: maybe, code: maybe }),
    handler: async ({ services, caller, query }) => {
      const all = await childRows({ services, caller }, sysCategory, query.pid, { column: 'code', order: 'asc' })
      const found = searched(searched(all, 'name', query.name), 'code', query.code).map(contractRow)
      const from = (query.pageNo - 1) * query.pageSize
      return pageOf(found.slice(from, from + query.pageSize), found.length, query)
    },
  }),
  route({
    ...lists,
    path: '/sys/category/getChildListBatch',
    summary: '多个分类的下级',
    query: z.strictObject({ parentIds: someIds('parentIds') }),
    handler: async ({ services, caller, query }) => {
      const rows = (await nodes(services.db, caller, inArray(categories.pid, query.parentIds))).map(contractRow)
      const parents = await parentsAmong(
        services.db,
        caller,
        rows.map(({ id }) => String(id)),
      )
      const records = rows.map((row) => ({ ...row, hasChild: parents.has(String(row.id)) ? '1' : '0' }))
      return pageOf(records, records.length, { pageNo: 1, pageSize: Math.max(records.length, 1) })
    },
  }),
  route({
    method: 'POST',
    path: '/sys/category/add',
    permission: 'system:category:add',
    summary: '新增分类；编码由服务器生成',
    tag,
    body: record,
    handler: async ({ services, caller, request, body }) => {
      const { id } = await once(services, caller, request, async (tx) => {
        const row = await addRow({ tx, caller, services }, sysCategory, ownBody(body))
        await dropDraftOf(tx, caller, request, sysCategory)
        return { id: row.id }
      })
      return said('添加成功！', contractRow(await readRow({ services, caller }, sysCategory, id)))
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/category/edit',
    permission: 'system:category:edit',
    summary: '修改分类',
    tag,
    body: record,
    handler: async ({ services, caller, request, body }) => {
      const { id, ...rest } = ownBody(body)
      if (typeof id !== 'string' || !id) throw badInput('缺少 id')
      await once(services, caller, request, async (tx) => {
        await editRow({ tx, caller, services }, sysCategory, id, rest)
        await dropDraftOf(tx, caller, request, sysCategory, id)
        return null
      })
      return said('修改成功!', contractRow(await readRow({ services, caller }, sysCategory, id)))
    },
  }),
  route({
    ...get,
    path: '/sys/category/checkCode',
    summary: '编码是否属于上级',
    query: z.strictObject({ pid: maybe, code: maybe }),
    handler: async ({ services: { db }, caller, query }) => {
      if (!query.code) throw refused('错误,类型编码为空!')
      if (!query.pid || isTop(query.pid)) return said('')
      const [parent] = await nodes(db, caller, eq(categories.id, query.pid))
      if (parent && !query.code.startsWith(parent.code)) throw refused(`编码不符合规范,须以"${parent.code}"开头!`)
      return said('')
    },
  }),
  route({
    ...get,
    path: '/sys/category/loadTreeRoot',
    summary: '分类树；async=false 时全部嵌套',
    query: z.strictObject({ async: z.enum(['true', 'false']).default('true'), pcode: maybe }),
    handler: async ({ services: { db }, caller, query }) => {
      const root = await idOfCode(db, caller, query.pcode ?? '0')
      if (root === undefined) throw refused(`加载分类字典树参数有误.[${query.pcode}]!`)
      if (query.async === 'true') return level(db, caller, below(root))
      return wholeTree(await nodes(db, caller), root)
    },
  }),
  route({
    ...get,
    path: '/sys/category/loadTreeChildren',
    summary: '下一层分类',
    query: z.strictObject({ pid: idText('pid') }),
    handler: ({ services: { db }, caller, query }) => level(db, caller, below(query.pid)),
  }),
  route({
    ...get,
    path: '/sys/category/loadTreeData',
    summary: '分类的一层；pid 优先于 pcode',
    query: z.strictObject({ pid: maybe, pcode: maybe, condition: z.string().max(2000).optional() }),
    handler: async ({ services: { db }, caller, query: { pid, pcode, condition } }) => {
      if (!pid && !pcode) throw refused('加载分类字典树参数有误.[null]!')
      const at = pid || (await idOfCode(db, caller, pcode ?? ''))
      if (at === undefined) throw refused(`加载分类字典树参数有误.[${pcode}]!`)
      return level(db, caller, and(below(at), conditionOf(condition)))
    },
  }),
  route({
    ...get,
    path: '/sys/category/loadOne',
    summary: '一个分类',
    query: z.strictObject({ field: idText('field'), val: z.string({ error: '缺少 val' }).max(255) }),
    handler: async ({ services: { db }, caller, query }) => {
      const column = CONDITIONS.includes(query.field) ? columnNamed(sysCategory, query.field) : undefined
      if (!column) throw refused('字段无效，请检查!')
      const found = await nodes(db, caller, comparisons.eq(column, query.val))
      if (!found.length) throw refused('查询无果')
      if (found.length > 1) throw refused('查询数据异常,存在多条记录')
      return contractRow(onlyRow(found))
    },
  }),
  ...(['/sys/category/loadDictItem/', '/sys/category/loadDictItem'] as const).map((path) =>
    route({
      ...get,
      path,
      summary: '已选分类的名称，按 ids 的顺序',
      query: z.strictObject({
        ids: z.string().max(20_000).optional(),
        delNotExist: z.enum(['true', 'false']).default('true'),
      }),
      handler: async ({ services: { db }, caller, query }) => {
        const ids = list(query.ids ?? '')
        if (!ids.length) throw refused('ids 不能为空')
        const names = new Map((await nodes(db, caller, inArray(categories.id, ids))).map(({ id, name }) => [id, name]))
        return ids.flatMap((id) => names.get(id) ?? (query.delNotExist === 'true' ? [] : [id]))
      },
    }),
  ),
  route({
    ...get,
    path: '/sys/category/loadAllData',
    summary: '编码以此开头的全部分类',
    query: z.strictObject({ code: maybe }),
    handler: async ({ services: { db }, caller, query: { code = '' } }) => {
      const found = await nodes(db, caller, isTop(code) ? undefined : isBelow(categories.code, code))
      if (!found.length) throw refused(`无数据,参数有误.[${code}]`)
      return found.map(({ id, name }) => ({ value: id, text: name, title: name, label: name }))
    },
  }),
]
