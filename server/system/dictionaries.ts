/** Dictionaries at run time (contract.md §7): choices, texts, trees. */
import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { isLines, knownField } from '#model/resource.ts'
import { columnOf } from '../db/table.ts'
import type { Database } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, forbidden, refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { list } from '../resource/conditions.ts'
import { dictionaries, forgetDictionaries } from '../resource/words.ts'
import { searchLane } from '../resource/search-lane.ts'
import { entryNamed, equals } from './catalogue.ts'
import { dictItemsOf, dictVersion } from './dictionary-version.ts'
import { allChoices, isTable, searchChoices, tableDictionary, textsOf } from './table-dictionary.ts'

const get = { method: 'GET', permission: 'session', tag: '字典' } as const
const short = z.string().max(2000).optional()
const search = z.strictObject({
  keyword: short,
  pageNo: z.coerce.number().int().min(1).max(100_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(1000).optional(),
})
const code = z.string().max(500)

/** Items of a dictionary, or rows of a table that is named like one. */
async function itemsOf(db: Database, caller: Caller, code: string) {
  if (isTable(code)) return allChoices(db, tableDictionary(caller, code))
  const { items } = await dictItemsOf(db)
  const own = Object.hasOwn(items, code) ? items[code] : undefined
  if (!own) throw noSuch(code)
  return own
}

const noSuch = (code: string) => forbidden(`字典 ${code.slice(0, 64)} 不存在`)

export const dictionaryRoutes: Route[] = [
  route({
    ...get,
    path: '/sys/dict/getDictItems/:code',
    summary: '字典项；也可以是 表,文字字段,值字段[,条件]',
    signed: true,
    params: z.strictObject({ code }),
    query: z.strictObject({ sign: short, key: short }),
    handler: ({ services: { db }, caller, params }) => itemsOf(db, caller, params.code),
  }),
  route({
    ...get,
    path: '/sys/dict/getDictText/:dictCode/:key',
    summary: '一个值的文字',
    params: z.strictObject({ dictCode: z.string().max(500), key: z.string().max(500) }),
    handler: async ({ services: { db }, caller, params: { dictCode, key } }) => {
      if (isTable(dictCode)) return (await textsOf(db, tableDictionary(caller, dictCode), [key], true))[0] ?? null
      const words = (await dictionaries(db)).get(dictCode)
      if (!words) throw noSuch(dictCode)
      // Also of one that is switched off: records keep it.
      return words.get(key) ?? null
    },
  }),
  ...(['loadDict', 'loadDictOrderByValue'] as const).map((name) =>
    route({
      ...get,
      path: `/sys/dict/${name}/:dict`,
      lane: searchLane,
      summary: name === 'loadDict' ? '搜索字典表' : '搜索字典表，已选的在前',
      signed: true,
      params: z.strictObject({ dict: code }),
      query: search,
      handler: ({ services: { db }, caller, params, query }) => {
        if (!isTable(params.dict)) throw refused('字典Code格式不正确！')
        return searchChoices(db, tableDictionary(caller, params.dict), query, name === 'loadDictOrderByValue')
      },
    }),
  ),
  route({
    ...get,
    path: '/sys/dict/loadDictItem/:dict',
    summary: '已选值的文字',
    signed: true,
    params: z.strictObject({ dict: code }),
    query: z.strictObject({
      key: z.string({ error: '缺少 key' }).max(20_000),
      delNotExist: z.enum(['true', 'false']).default('true'),
    }),
    handler: ({ services: { db }, caller, params, query }) => {
      if (!isTable(params.dict)) throw refused('字典Code格式不正确！')
      return textsOf(db, tableDictionary(caller, params.dict), list(query.key), query.delNotExist === 'true')
    },
  }),
  route({
    ...get,
    path: '/sys/dict/loadTreeData',
    summary: '树形字典，一层一层',
    signed: true,
    query: z.strictObject({
      pid: short,
      pidField: z.string({ error: '缺少 pidField' }).max(64),
      tableName: z.string({ error: '缺少 tableName' }).max(64),
      text: z.string({ error: '缺少 text' }).max(64),
      code: z.string({ error: '缺少 code' }).max(64),
      hasChildField: short,
      condition: short,
      converIsLeafVal: short,
    }),
    handler: ({ services: { db }, caller, query }) => treeLevel(db, caller, query),
  }),
  route({
    ...get,
    path: '/sys/dict/queryAllDictItems',
    summary: '全部字典；ETag 是字典的版本',
    handler: async ({ services: { db }, request, reply }) => {
      const { version, items } = await dictItemsOf(db)
      reply.header('etag', `"${version}"`).header('cache-control', 'private, no-cache')
      if (request.headers['if-none-match'] === `"${version}"`) return reply.code(304).send()
      return items
    },
  }),
  route({
    ...get,
    path: '/sys/dict/dictVersion',
    summary: '字典的版本：变了就该重新取',
    handler: ({ services: { db } }) => dictVersion(db),
  }),
  route({
    ...get,
    path: '/drag/page/refreshCache',
    viewable: false,
    summary: '新版客户端刷新缓存的第一步：大屏的缓存，本平台没有',
    handler: () => said('刷新缓存成功！'),
  }),
  route({
    ...get,
    path: '/sys/dict/refleshCache',
    viewable: false,
    summary: '清除字典缓存',
    handler: () => {
      forgetDictionaries()
      return said('刷新缓存成功！')
    },
  }),
]

/** Names JeecgBoot's tables give the column that says whether there is more below; ours is counted. */
const HAS_CHILD = new Set(['', 'has_child', 'hasChild', 'is_leaf', 'isLeaf', 'izLeaf', 'iz_leaf', 'leaf'])

interface TreeQuery {
  pid?: string | undefined
  pidField: string
  tableName: string
  text: string
  code: string
  hasChildField?: string | undefined
  condition?: string | undefined
}

async function treeLevel(db: Database, caller: Caller, query: TreeQuery) {
  const entry = entryNamed(caller, query.tableName)
  const { resource, table } = entry
  if (!HAS_CHILD.has(query.hasChildField ?? '')) throw forbidden(`字段 ${query.hasChildField} 不在允许的范围内`)
  const field = resource.tree?.parent
  if (!field || isLines(knownField(resource, field))) throw badInput('这张表不是树')
  if (![field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)].includes(query.pidField))
    throw forbidden(`字段 ${query.pidField} 不在允许的范围内`)
  const parent = columnOf(table, field)
  const [text, code] = [entry.column(query.text), entry.column(query.code)]
  const narrowed = conditionIn(query.condition).map(([name, value]) => equals(entry, name, value))
  const visible = and(entry.scope, ...narrowed)
  const mine = db.select({ id: table.id }).from(table).where(entry.scope)
  const at: SQL | undefined =
    query.pid && query.pid !== '0'
      ? eq(parent, query.pid)
      : or(isNull(parent), inArray(parent, ['', '0']), sql`${parent} not in ${mine}`)
  const rows = await db
    .select({ id: table.id, parentId: parent, text: text.column, code: code.column })
    .from(table)
    .where(and(visible, at))
    .orderBy(asc(text.column), asc(table.id))
    .limit(1000)
  const ids = rows.map(({ id }) => String(id))
  const parents = ids.length
    ? await db
        .selectDistinct({ id: parent })
        .from(table)
        .where(and(visible, inArray(parent, ids)))
    : []
  const withChildren = new Set(parents.map(({ id }) => id))
  return rows.map((row) => ({
    key: row.id,
    value: String(row.code ?? ''),
    code: String(row.code ?? ''),
    title: String(row.text ?? ''),
    parentId: row.parentId ?? '',
    // JeecgBoot's own servers say `leaf`, its clients read either.
    leaf: !withChildren.has(row.id),
    isLeaf: !withChildren.has(row.id),
  }))
}

/** `{"status":"1"}` */
export function conditionIn(text: string | undefined): [string, string][] {
  if (!text?.trim()) return []
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw badInput('参数 condition：应为 JSON 对象')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw badInput('参数 condition：应为 JSON 对象')
  const entries = Object.entries(parsed).filter(([, value]) => value !== '' && value !== null)
  if (entries.length > 10 || entries.some(([, value]) => !['string', 'number', 'boolean'].includes(typeof value)))
    throw badInput('参数 condition：应为 字段到值')
  return entries.map(([name, value]) => [name, String(value)])
}
