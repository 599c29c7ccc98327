/** Gateway routes as the contract's clients and the gateway itself ask for them (contract.md §6.16). */
import { listed } from '#model/listed.ts'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DraftOf, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { sentArguments, writtenArguments } from '#resources/system/gatewayParts.ts'
import { isBelow } from '../../db/held-text.ts'
import { live } from '../../db/live.ts'
import { lineTablesOf, tableOf } from '../../db/table.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { may } from '../../kernel/caller.ts'
import { badInput, forbidden, notFound } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { actionOf, writingOf } from '../../resource/action.ts'
import type { Row } from '../../resource/hooks.ts'
import { linesOf } from '../../resource/lines.ts'
import { findRow } from '../../resource/list.ts'
import { once } from '../../resource/once.ts'
import { idText, maybe, notKept, paging, someIds } from '../../resource/parameters.ts'
import { trace } from '../../resource/trace.ts'
import { wireRow } from '../../resource/wire.ts'
import { addRow, deleteRows, editRow, naming, type Writing } from '../../resource/write.ts'

const { sysGatewayRoute } = resources
const routes = tableOf(sysGatewayRoute)
const PARTS = ['predicates', 'filters'] as const
const MOST = 1000
const MOST_NAME = 50

type Gateway = Wire<typeof sysGatewayRoute>

/** With predicates and filters as arrays of `{name, args}`. */
async function sent(db: Database | Tx, records: readonly Record<string, unknown>[], delFlag = 0): Promise<Row[]> {
  const rows = records.map((record) => ({ ...wireRow(sysGatewayRoute, record), delFlag }))
  for (const part of PARTS) {
    const lines = await linesOf(
      db,
      sysGatewayRoute,
      part,
      rows.map(({ id }) => id),
    )
    for (const row of rows)
      Object.assign(row, {
        [part]: (lines.get(row.id) ?? []).map(({ name, args }) => ({
          name,
          args: sentArguments(String(name), String(args)),
        })),
      })
  }
  return rows
}

const part = z.object({ name: z.string().max(50), args: z.unknown() })

/** A JSON text or the list itself, as lines of ours. */
function linesIn(label: string, given: unknown): { name: string; args: string }[] {
  let found: unknown = given ?? []
  try {
    if (typeof found === 'string') found = found.trim() ? JSON.parse(found) : []
  } catch {
    found = undefined
  }
  const list = z.array(part).max(50).safeParse(found)
  if (!list.success) throw badInput(`${label}：应为 [{"name":"…","args":…}]`)
  return list.data.map(({ name, args }) => {
    const written = writtenArguments(name, args)
    if (written === undefined) throw badInput(`${label}：${name} 的 args 应为文字的列表或对象`)
    return { name, args: written }
  })
}

const { predicates, filters } = sysGatewayRoute.fields
/** Of the fields, those that are plain on the wire. */
const PLAIN = ['routerId', 'name', 'uri', 'stripPrefix', 'retryable', 'persistable', 'showApi', 'status'] as const
const text = z.string().max(500).nullish()
const flag = z.union([z.string().max(5), z.number()]).nullish()

const router = z.strictObject(
  {
    id: z.string().max(64).nullish(),
    routerId: text,
    name: text,
    uri: text,
    predicates: z.unknown(),
    filters: z.unknown(),
    stripPrefix: flag,
    retryable: flag,
    persistable: flag,
    showApi: flag,
    status: flag,
    ...notKept('createBy createTime updateBy updateTime sysOrgCode tenantId delFlag version sortNo may'),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `未知参数：${listed(issue.keys)}` : '缺少 router') },
)

async function saveRouter(writing: Writing, given: z.output<typeof router>): Promise<void> {
  const draft: Row = {}
  for (const key of PLAIN) if (given[key] !== null && given[key] !== undefined) draft[key] = given[key]
  if (given.predicates !== undefined) draft.predicates = linesIn(predicates.label, given.predicates)
  if (given.filters !== undefined) draft.filters = linesIn(filters.label, given.filters)
  if (!given.id) return void (await addRow(writing, sysGatewayRoute, draft))
  const before = await findRow(writing.tx, writing.caller, sysGatewayRoute, given.id, true)
  if (!before) throw notFound(sysGatewayRoute.label)
  await editRow(writing, sysGatewayRoute, given.id, { ...draft, version: before.version })
}

/** `order_copy`, `order_copy2`: the first that nobody has. */
async function freeRouterId(tx: Tx, of: string): Promise<string> {
  const stem = `${of.slice(0, MOST_NAME - 10)}_copy`
  const taken = await tx
    .select({ routerId: routes.routerId })
    .from(routes)
    .where(and(isBelow(routes.routerId, stem), live(routes)))
  const names = new Set(taken.map((row) => row.routerId))
  let number = 1
  const candidate = () => (number === 1 ? stem : `${stem}${number}`)
  while (names.has(candidate())) number += 1
  return candidate()
}

async function copyOf(writing: Writing, source: Gateway): Promise<Gateway> {
  const draft: DraftOf<typeof sysGatewayRoute> = {
    name: `${source.name.slice(0, MOST_NAME - 3)} 副本`,
    routerId: await freeRouterId(writing.tx, source.routerId),
    uri: source.uri,
    predicates: source.predicates,
    filters: source.filters,
    stripPrefix: source.stripPrefix,
    retryable: source.retryable,
    persistable: source.persistable,
    showApi: source.showApi,
    // Two that match the same would take each other's requests.
    status: 0,
    sortNo: source.sortNo,
  }
  return addRow(writing, sysGatewayRoute, draft)
}

export const copyGatewayRoute = actionOf(sysGatewayRoute, 'copy', async (work) => {
  await copyOf(writingOf(work), work.row)
})

const path = '/sys/gatewayRoute'
const common = { tag: sysGatewayRoute.label } as const
const bin = 'system:gatewayRoute:recycleBin'
const binned = sql`${routes.deleteTime} is not null`

export const gatewayRoutes: Route[] = [
  route({
    ...common,
    method: 'GET',
    path: `${path}/list`,
    permission: 'system:gatewayRoute:list',
    summary: '全部网关路由（数组，不分页）',
    query: z.strictObject({ ...paging, name: maybe, routerId: maybe, status: z.enum(['0', '1']).optional() }),
    handler: async ({ services: { db }, query }) => {
      const records = await db
        .select()
        .from(routes)
        .where(
          and(
            live(routes),
            query.name ? eq(routes.name, query.name) : undefined,
            query.routerId ? eq(routes.routerId, query.routerId) : undefined,
            query.status ? eq(routes.status, Number(query.status)) : undefined,
          ),
        )
        .orderBy(asc(routes.sortNo), asc(routes.id))
        .limit(MOST)
      return sent(db, records)
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: `${path}/updateAll`,
    permission: 'system:gatewayRoute:edit',
    summary: '新增或修改一条网关路由',
    body: z.strictObject({ router }),
    handler: async ({ services, caller, request, body }) => {
      if (!body.router.id && !may(caller, 'system:gatewayRoute:add')) throw forbidden()
      await once(services, caller, request, async (tx) => {
        await saveRouter({ tx, caller, services }, body.router)
        return null
      })
      return said('操作成功')
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: `${path}/delete`,
    permission: 'system:gatewayRoute:delete',
    summary: '删除网关路由',
    query: z.strictObject({ id: idText() }),
    handler: async ({ services, caller, request, query: { id } }) => {
      await once(services, caller, request, async (tx) => {
        await deleteRows({ tx, caller, services }, sysGatewayRoute, [id])
        return null
      })
      return said('删除路由成功')
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${path}/copyRoute`,
    logged: true,
    permission: 'system:gatewayRoute:add',
    summary: '复制网关路由，副本停用',
    query: z.strictObject({ id: idText() }),
    handler: async ({ services, caller, request, query: { id } }) => {
      const made = await once(services, caller, request, async (tx) => {
        const source = await findRow(tx, caller, sysGatewayRoute, id)
        if (!source) throw notFound(sysGatewayRoute.label)
        return copyOf({ tx, caller, services }, source)
      })
      return said('复制成功', made)
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${path}/clearRedis`,
    permission: 'system:gatewayRoute:list',
    summary: '契约客户端的“清除缓存”：路由每次从数据库读取，没有要清除的',
    handler: () => said('清除成功！'),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${path}/deleteList`,
    permission: bin,
    summary: '网关路由回收站',
    handler: async ({ services: { db } }) =>
      sent(db, await db.select().from(routes).where(binned).orderBy(desc(routes.deleteTime)).limit(MOST), 1),
  }),
  route({
    ...common,
    method: ['PUT', 'POST'],
    path: `${path}/putRecycleBin`,
    permission: bin,
    summary: '还原网关路由',
    body: z.strictObject({ ids: someIds() }),
    handler: async ({ services: { db }, caller, body: { ids } }) => {
      await db.transaction(async (tx) => {
        const rows = await inBin(tx, ids)
        // Another one may have its number by now.
        for (const row of rows)
          await naming(tx, sysGatewayRoute, [row], () =>
            tx
              .update(routes)
              .set({ deleteTime: null, version: sql`${routes.version} + 1` })
              .where(eq(routes.id, row.id)),
          )
        const back = rows.map((row) => ({ operation: '还原', id: row.id, version: row.version + 1, after: row }))
        await trace(tx, caller, sysGatewayRoute, back)
      })
      return said('操作成功')
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: `${path}/deleteRecycleBin`,
    permission: bin,
    summary: '彻底删除网关路由',
    query: z.strictObject({ ids: someIds() }),
    handler: async ({ services: { db }, caller, query: { ids } }) => {
      await db.transaction(async (tx) => {
        const rows = await inBin(tx, ids)
        for (const lines of Object.values(lineTablesOf(sysGatewayRoute)))
          await tx.delete(lines).where(inArray(lines.mainId, ids))
        await tx.delete(routes).where(inArray(routes.id, ids))
        const gone = rows.map((row) => ({ operation: '彻底删除', id: row.id, version: row.version + 1, before: row }))
        await trace(tx, caller, sysGatewayRoute, gone)
      })
      return said('删除成功')
    },
  }),
]

async function inBin(tx: Tx, ids: readonly string[]): Promise<Gateway[]> {
  const found = await tx
    .select()
    .from(routes)
    .where(and(inArray(routes.id, [...ids]), binned))
    .for('update')
  if (found.length !== ids.length) throw notFound(sysGatewayRoute.label)
  return found.map((record) => wireRow(sysGatewayRoute, record))
}
