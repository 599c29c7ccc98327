/** Who changed a record, when and from what to what. */
import { and, desc, eq, gte, inArray, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { isLines, type Resource } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { onlineCode, onlineName } from '#resources/onlineResource.ts'
import { hasPart } from '../db/held-text.ts'
import { allOf } from '../db/all-of.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { onlyRow } from '../db/only-row.ts'
import { columnOf, tableOf } from '../db/table.ts'
import { dataLog, onlineFormVersion } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, lacksRight, notFound, refused } from '../kernel/errors.ts'
import { route, type Call, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import type { Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { liveForms, resourceIn } from '../resource/online.ts'
import { maybe, pageOf } from '../resource/parameters.ts'
import { scopeOf } from '../resource/scope.ts'
import { isOfAnother, isOfRecord, ofRecord, operationName, SYSTEM } from '../resource/trace.ts'
import { maskRows } from '../resource/wire.ts'
import { addLineWords, addWords } from '../resource/words.ts'
import { instantOf } from '../resource/write.ts'
import { linkChanges } from './link-changes.ts'

type Reader = Pick<Call, 'services' | 'caller'>

const users = tableOf(resources.sysUser)
const onlineForms = tableOf(resources.onlineForm)

/** A table of the program may begin as those of online forms do; one of theirs is called as its resource is. */
const resourceOfTable = async ({ db }: Services, table: string): Promise<Resource | undefined> =>
  allResources().find((resource) => resource.table === table) ??
  (onlineCode(table) === undefined ? undefined : resourceIn(db, table))

/** What is left of a record that was deleted, for administrators of its tenant. */
async function wasHere({ services, caller }: Reader, table: string, id: string): Promise<boolean> {
  if (!caller.isAdmin) return false
  const of = and(eq(dataLog.dataTable, table), eq(dataLog.dataId, id), eq(dataLog.tenantId, caller.tenantId))
  const found = await services.db.select({ id: dataLog.id }).from(dataLog).where(of).limit(1)
  return found.length > 0
}

/** The history of a record is for those who may read the record; masked values stay masked. */
async function readable(reader: Reader, table: string, id: string): Promise<Resource> {
  const { services, caller } = reader
  const resource = await resourceOfTable(services, table)
  if (!resource || !may(caller, `${resource.permission}:list`)) throw forbidden()
  if (!(await findRow(services.db, caller, resource, id)) && !(await wasHere(reader, table, id)))
    throw notFound(resource.label)
  return resource
}

/**
 * People and what is the platform's are shared: of their history each tenant reads what was done in it. What another gave
 * somebody, or took, is not its business.
 */
const ofOwnTenant = ({ isAdmin, tenantId }: Caller, { scope }: Resource): SQL | undefined =>
  !isAdmin && (scope === 'members' || scope === 'platform') ? eq(dataLog.tenantId, tenantId) : undefined

/** By table, when each online form was first published: what is older is of another form, deleted, of the same code. */
async function formsBegan({ db }: Services): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    // As text: times that are read are whole seconds.
    .select({ code: onlineForms.code, began: sql<string>`min(${onlineFormVersion.createTime})::text` })
    .from(onlineForms)
    .innerJoin(onlineFormVersion, eq(onlineFormVersion.formId, onlineForms.id))
    .where(live(onlineForms))
    .groupBy(onlineForms.code)
  return new Map(rows.map(({ code, began }) => [onlineName(String(code)), began]))
}

/** Of every record whose list the reader may see: what somebody of a branch does not see there, they do not see here. */
async function visible({ services, caller }: Reader): Promise<SQL> {
  const forms = (await liveForms(services.db)).map(({ resource }) => resource)
  const all = [...allResources(), ...forms].filter(({ permission }) => may(caller, `${permission}:list`))
  const isWhole = ({ scope, permission }: Resource) =>
    caller.isAdmin || ((scope === 'platform' || scope === 'tenant') && !caller.dataRules.get(permission)?.length)
  const began = await formsBegan(services)
  const whole = all.filter(isWhole)
  const ofForm = ({ table }: Resource) =>
    and(eq(dataLog.dataTable, table), gte(dataLog.createTime, began.get(table) ?? 'infinity'))
  const partly = all.filter((resource) => !isWhole(resource))
  const ofRecord = (resource: Resource) => {
    const table = tableOf(resource)
    return sql`(${dataLog.dataTable} = ${resource.table} and exists (select 1 from ${table} where ${table.id} = ${dataLog.dataId} and ${scopeOf(caller, resource)}))`
  }
  return allOf(
    eq(dataLog.tenantId, caller.tenantId),
    or(
      oneOf(
        dataLog.dataTable,
        whole.filter((resource) => !forms.includes(resource)).map(({ table }) => table),
      ),
      ...whole.filter((resource) => forms.includes(resource)).map(ofForm),
      ...partly.map(ofRecord),
    ) ?? sql`false`,
  )
}

/** Whoever is called so, or whose account that is. */
async function accountsOf({ db }: Services, name: string): Promise<string[]> {
  const found = await db
    .select({ username: users.username })
    .from(users)
    .where(or(hasPart(users.realname, name), hasPart(users.username, name)))
    .limit(500)
  return [...found.map(({ username }) => String(username)), ...('系统'.includes(name) ? [SYSTEM] : [])]
}

type Logged = typeof dataLog.$inferSelect

/** What the records are called of which the rows themselves do not hold the name, as rows of the title alone. */
async function titlesOf({ db }: Services, resource: Resource, rows: readonly Logged[]): Promise<Map<string, Row>> {
  const ids = [...new Set(rows.filter((row) => !isOfRecord(row)).map(({ dataId }) => dataId))]
  if (!ids.length) return new Map()
  const table = tableOf(resource)
  const found = await db
    .select({ id: table.id, title: columnOf(table, resource.title) })
    .from(table)
    .where(oneOf(table.id, ids))
  return new Map((found as { id: string; title: unknown }[]).map(({ id, title }) => [id, { [resource.title]: title }]))
}

/** Rows of one resource, with the words of its definition, masked as its list is. */
async function shown({ services, caller }: Reader, resource: Resource, rows: readonly Logged[]): Promise<Row[]> {
  const titles = await titlesOf(services, resource, rows)
  const links = await linkChanges(
    services.db,
    caller,
    rows.filter((row) => !isOfRecord(row)),
  )
  const contents = [
    ...rows.flatMap(({ before, dataContent }) => [before, dataContent].filter((row): row is Row => row !== null)),
    ...titles.values(),
  ]
  await addWords(services.db, resource, contents)
  for (const [name, field] of Object.entries(resource.fields))
    if (isLines(field))
      for (const row of contents)
        if (Array.isArray(row[name])) await addLineWords(services.db, field.of, row[name] as Row[])
  maskRows(resource, contents, caller)
  return rows.map((row) => {
    const { before, dataContent, ...rest } = row
    const whole = isOfRecord(row)
    // Its fields may be called as those of the record are.
    const [was, is] = (isOfAnother(row) ? [null, null] : [before, dataContent]) as [Row | null, Row | null]
    const named = (whole ? (is ?? was) : titles.get(row.dataId)) ?? {}
    return {
      ...rest,
      // False: about what hangs on the record; no version of it.
      whole,
      // What hangs on it has no fields of the record: its changes are said in words.
      links: links.get(row.id) ?? [],
      operation_dictText: operationName(resource, rest.operation) ?? '系统处理',
      resource: resource.name,
      recordName: String(named[`${resource.title}_dictText`] ?? named[resource.title] ?? ''),
      before: was,
      dataContent: JSON.stringify(is),
    }
  })
}

/** The same of several resources, in their order. */
async function shownAll(reader: Reader, rows: readonly Logged[]): Promise<Row[]> {
  const tables = [...new Set(rows.map(({ dataTable }) => dataTable))]
  const byId = new Map<unknown, Row>()
  for (const table of tables) {
    const resource = await resourceOfTable(reader.services, table)
    if (!resource) continue
    const own = rows.filter(({ dataTable }) => dataTable === table)
    for (const row of await shown(reader, resource, own)) byId.set(row.id, row)
  }
  return rows.flatMap(({ id }): Row[] => {
    const row = byId.get(id)
    return row ? [row] : []
  })
}

/** Nobody turns further pages than this; what is older is found by filters. */
const MOST_COUNTED = 10_000

const MOMENT = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/
const moment = z
  .string()
  .refine((text) => text === '' || (MOMENT.test(text) && !Number.isNaN(Date.parse(text.replace(' ', 'T')))), {
    error: '时间应为 YYYY-MM-DD 或 YYYY-MM-DD HH:mm:ss',
  })
  .optional()
/** A day means its first or its last second. */
const whole = (text: string, time: string) => (text.length === 10 ? `${text} ${time}` : text)

const named = {
  dataTable: z.string().max(100).optional(),
  dataId: z.string().max(64).optional(),
  createBy: maybe,
  createTime_begin: moment,
  createTime_end: moment,
}
const record = {
  dataTable: z.string({ error: '缺少 dataTable' }).max(100),
  dataId: z.string({ error: '缺少 dataId' }).max(64),
}
const number = z.coerce.number().int().min(1)
const common = { method: 'GET', permission: 'session', tag: '数据日志' } as const

export const dataLogRoutes: Route[] = [
  route({
    ...common,
    path: '/sys/dataLog/list',
    lane: (query) => ((query as { dataId?: unknown }).dataId ? 'light' : 'wide'),
    summary: '一条记录的变更，新的在前；不指定记录时是所有看得到的记录（需要数据日志的权限），最多数到 10000',
    query: z.strictObject({
      ...named,
      pageNo: number.default(1),
      pageSize: number.max(100).default(10),
      column: z.string().optional(),
      order: z.string().optional(),
      field: z.string().optional(),
    }),
    handler: async ({ services, caller, query }) => {
      const { dataTable, dataId, createBy, createTime_begin: begin, createTime_end: end, pageNo, pageSize } = query
      const reader = { services, caller }
      const ofRecord = dataTable && dataId ? await readable(reader, dataTable, dataId) : undefined
      if (!ofRecord && !may(caller, 'system:dataLog:list')) throw lacksRight('system:dataLog:list')
      const at = (text: string, time: string) => instantOf(services, whole(text, time)).toISOString()
      const where = and(
        ofRecord ? ofOwnTenant(caller, ofRecord) : await visible(reader),
        dataTable ? eq(dataLog.dataTable, dataTable) : undefined,
        dataId ? eq(dataLog.dataId, dataId) : undefined,
        createBy ? oneOf(dataLog.createBy, await accountsOf(services, createBy)) : undefined,
        begin ? sql`${dataLog.createTime} >= ${at(begin, '00:00:00')}::timestamptz` : undefined,
        end ? sql`${dataLog.createTime} < ${at(end, '23:59:59')}::timestamptz + interval '1 second'` : undefined,
      )
      const rows = await services.db
        .select()
        .from(dataLog)
        .where(where)
        // What hangs on a record is written under its present version, several times perhaps.
        .orderBy(...(ofRecord ? [desc(dataLog.dataVersion)] : []), desc(dataLog.createTime), desc(dataLog.id))
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
      const some = services.db.select({ id: dataLog.id }).from(dataLog).where(where).limit(MOST_COUNTED).as('some')
      const { total } = onlyRow(await services.db.select({ total: sql<number>`count(*)::int` }).from(some))
      return pageOf(await shownAll(reader, rows), total, { pageNo, pageSize })
    },
  }),
  route({
    ...common,
    path: '/sys/dataLog/queryDataVerList',
    summary: '一条记录的所有版本',
    query: z.strictObject({ ...record, type: z.string().optional() }),
    handler: async ({ services, caller, query: { dataTable, dataId } }) => {
      const resource = await readable({ services, caller }, dataTable, dataId)
      const rows = await services.db
        .select()
        .from(dataLog)
        .where(
          and(eq(dataLog.dataTable, dataTable), eq(dataLog.dataId, dataId), ofRecord, ofOwnTenant(caller, resource)),
        )
        .orderBy(desc(dataLog.dataVersion))
        .limit(200)
      if (!rows.length) throw refused('未找到版本信息')
      return shown({ services, caller }, resource, rows)
    },
  }),
  route({
    ...common,
    path: '/sys/dataLog/queryCompareList',
    summary: '两个版本',
    query: z.strictObject({ dataId1: z.string().max(64), dataId2: z.string().max(64) }),
    handler: async ({ services, caller, query: { dataId1, dataId2 } }) => {
      const rows = await services.db
        .select()
        .from(dataLog)
        .where(and(inArray(dataLog.id, [dataId1, dataId2]), ofRecord))
        .orderBy(dataLog.dataVersion)
      const [first] = rows
      if (!first || new Set(rows.map((row) => row.dataTable + row.dataId)).size !== 1) throw refused('未找到版本信息')
      const reader = { services, caller }
      const resource = await readable(reader, first.dataTable, first.dataId)
      if (ofOwnTenant(caller, resource) && rows.some(({ tenantId }) => tenantId !== caller.tenantId))
        throw refused('未找到版本信息')
      const versions = await shown(reader, resource, rows)
      // The newer client compares the keys of two records: one that is deleted has none.
      return versions.map((row) => ({ ...row, dataContent: row.dataContent === 'null' ? '{}' : row.dataContent }))
    },
  }),
]
