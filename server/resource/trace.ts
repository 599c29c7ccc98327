import { and, desc, eq, ne } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import type { Database, Tx } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { insertAll } from '../db/seed/bulk.ts'
import { dataLog } from '../db/tables.ts'
import type { Caller } from '../http/caller.ts'
import type { Row } from './hooks.ts'

/** User name of jobs and channels. */
export const SYSTEM = 'system'

const AT_ONCE = 1000

const WORDS: Readonly<Record<string, string>> = {
  add: '新增',
  edit: '修改',
  delete: '删除',
  import: '导入',
  undo: '撤销导入',
  sort: '排序',
}

/** What an operation of the log is called; undefined for what the system does by itself. */
export const operationName = (resource: Resource, operation: string): string | undefined =>
  resource.actions[operation]?.label ?? WORDS[operation]

export interface Write {
  operation: string
  id: string
  version: number
  before?: Row | undefined
  after?: Row | undefined
}

/** One data-log row for each write, in the transaction of the write. */
export async function trace(tx: Tx, caller: Caller, resource: Resource, writes: readonly Write[]): Promise<void> {
  for (let from = 0; from < writes.length; from += AT_ONCE)
    await insertAll(
      tx,
      dataLog,
      writes.slice(from, from + AT_ONCE).map(({ operation, id, version, before, after }) => ({
        id: newId(),
        tenantId: caller.tenantId,
        dataTable: resource.table,
        dataId: id,
        dataVersion: version,
        operation,
        before: before ?? null,
        dataContent: after ?? null,
        createBy: caller.username,
        createName: caller.realname,
        ip: caller.ip,
        host: caller.host,
        taskId: caller.task ?? null,
      })),
    )
}

/** The person who wrote this record last (jobs do not count), and what it was: `{ name: '张三', time: '2026-03-01 10:32:05', operation: 'approve' }`. */
export async function lastWrite(db: Database | Tx, resource: Resource, id: string) {
  const [row] = await db
    .select({ name: dataLog.createName, time: dataLog.createTime, operation: dataLog.operation })
    .from(dataLog)
    .where(and(eq(dataLog.dataTable, resource.table), eq(dataLog.dataId, id), ne(dataLog.createBy, SYSTEM)))
    .orderBy(desc(dataLog.dataVersion))
    .limit(1)
  return row
}
