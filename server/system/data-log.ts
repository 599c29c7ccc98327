/** Who changed a record, when and from what to what. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { dataLog } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { route, type Call, type Route } from '../kernel/route.ts'
import type { Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { operationName } from '../resource/trace.ts'
import { maskRows } from '../resource/wire.ts'

const resourceOfTable = (table: string): Resource | undefined =>
  allResources().find((resource) => resource.table === table)

/** The history of a record is for those who may read the record; masked values stay masked. */
async function readable(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  table: string,
  id: string,
): Promise<Resource> {
  const resource = resourceOfTable(table)
  if (!resource || !may(caller, `${resource.permission}:list`)) throw forbidden()
  if (!(await findRow(services.db, caller, resource, id))) throw notFound(resource.label)
  return resource
}

function shown(caller: Caller, resource: Resource, rows: (typeof dataLog.$inferSelect)[]): Row[] {
  return rows.map(({ before, dataContent, ...rest }) => {
    const [was, is] = [before, dataContent] as [Row | null, Row | null]
    maskRows(
      resource,
      [was, is].filter((row): row is Row => row !== null),
      caller,
    )
    return {
      ...rest,
      operation_dictText: operationName(resource, rest.operation) ?? '系统处理',
      before: was,
      dataContent: JSON.stringify(is),
    }
  })
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
    summary: '一条记录的变更，新的在前',
    query: z.strictObject({
      ...record,
      pageNo: number.default(1),
      pageSize: number.max(100).default(10),
      column: z.string().optional(),
      order: z.string().optional(),
      field: z.string().optional(),
    }),
    handler: async ({ services, caller, query: { dataTable, dataId, pageNo, pageSize } }) => {
      const resource = await readable({ services, caller }, dataTable, dataId)
      const where = and(eq(dataLog.dataTable, dataTable), eq(dataLog.dataId, dataId))
      const rows = await services.db
        .select()
        .from(dataLog)
        .where(where)
        .orderBy(desc(dataLog.dataVersion))
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
      const count = onlyRow(
        await services.db
          .select({ total: sql<number>`count(*)::int` })
          .from(dataLog)
          .where(where),
      )
      const total = count.total
      return {
        records: shown(caller, resource, rows),
        total,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(total / pageSize),
      }
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
        .where(and(eq(dataLog.dataTable, dataTable), eq(dataLog.dataId, dataId)))
        .orderBy(desc(dataLog.dataVersion))
        .limit(200)
      if (!rows.length) throw refused('未找到版本信息')
      return shown(caller, resource, rows)
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
        .where(inArray(dataLog.id, [dataId1, dataId2]))
        .orderBy(dataLog.dataVersion)
      const [first] = rows
      if (!first || new Set(rows.map((row) => row.dataTable + row.dataId)).size !== 1) throw refused('未找到版本信息')
      return shown(caller, await readable({ services, caller }, first.dataTable, first.dataId), rows)
    },
  }),
]
