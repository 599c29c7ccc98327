import { and, desc, eq, gt, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { isLines, type Resource } from '#model/resource.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { publish } from '../db/live-words.ts'
import { insertAll } from '../db/bulk.ts'
import { oneOf } from '../db/one-of.ts'
import { dataLog, followedRecord } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Row } from './hooks.ts'

/** User name of jobs and channels. */
export const SYSTEM = 'system'

const AT_ONCE = 1000
/** What its column holds. */
const LARGEST_VERSION = 2_147_483_647
/** Nobody has more of them open. Words make commits wait for each other, so plain edits go without, and so does the rest. */
const MOST_FOLLOWED = 20

/** Its lines are a grid in which several people type at once: what was said there is over when they are saved. */
const typedByMany = ({ fields }: Resource) => Object.values(fields).some((field) => isLines(field) && !field.readOnly)

const WORDS: Readonly<Record<string, string>> = {
  add: '新增',
  edit: '修改',
  delete: '删除',
  import: '导入',
  undo: '撤销导入',
  sort: '排序',
}

/** What an operation of the log is called; undefined for what the system does by itself. What people read already is its own name. */
export const operationName = (resource: Resource, operation: string): string | undefined =>
  resource.actions[operation]?.label ?? WORDS[operation] ?? (/\p{Script=Han}/u.test(operation) ? operation : undefined)

type Logged = Pick<typeof dataLog.$inferSelect, 'dataId' | 'before' | 'dataContent'>

const idsIn = ({ before, dataContent }: Logged): unknown[] =>
  [before, dataContent].flatMap((row) => (row as Row | null)?.id ?? [])

/** A row that holds the record as it was or is; the others tell of what hangs on it: roles of a person, grants of a role. */
export const isOfRecord = (row: Logged): boolean => idsIn(row).includes(row.dataId)
/** The same for a query. */
export const ofRecord: SQL = sql`(${dataLog.dataContent} ->> 'id' = ${dataLog.dataId} or ${dataLog.before} ->> 'id' = ${dataLog.dataId})`
/** What it holds is another record, one that hangs on this: a data rule of a menu, a role of a department. */
export const isOfAnother = (row: Logged): boolean => idsIn(row).length > 0 && !isOfRecord(row)

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
  await forgetFollowers(tx, resource, writes)
  for (const { operation, id } of writes.slice(0, MOST_FOLLOWED))
    if (resource.approval || operation in resource.actions || typedByMany(resource))
      await publish(tx, { cmd: 'record', tenant: caller.tenantId, resource: resource.name, id })
}

/** Nobody follows what is deleted: a write that leaves nothing behind. */
async function forgetFollowers(tx: Tx, { name }: Resource, writes: readonly Write[]): Promise<void> {
  const gone = writes.filter(({ before, after }) => before && !after).map(({ id }) => id)
  if (!gone.length) return
  await tx.delete(followedRecord).where(and(eq(followedRecord.resource, name), oneOf(followedRecord.recordId, gone)))
}

/**
 * The last write by a person (jobs do not count) that is wanted, and what it was: `{ name: '张三', time: '2026-03-01 10:32:05', operation: 'approve' }`.
 * `since`: after this version. `moved`: one that left another value in one of these fields than it found there.
 */
export async function lastWrite(
  db: Database | Tx,
  resource: Resource,
  id: string,
  { since = 0, moved = [] }: { since?: number; moved?: readonly string[] },
) {
  const [row] = await db
    .select({
      name: dataLog.createName,
      time: dataLog.createTime,
      operation: dataLog.operation,
      today: sql<boolean>`${dataLog.createTime}::date = now()::date`,
    })
    .from(dataLog)
    .where(
      and(
        eq(dataLog.dataTable, resource.table),
        eq(dataLog.dataId, id),
        ne(dataLog.createBy, SYSTEM),
        // Whatever a client says it has seen.
        gt(dataLog.dataVersion, Math.min(since, LARGEST_VERSION)),
        moved.length
          ? and(
              isNotNull(dataLog.before),
              or(
                ...moved.map(
                  (name) => sql`${dataLog.before} ->> ${name} is distinct from ${dataLog.dataContent} ->> ${name}`,
                ),
              ),
            )
          : undefined,
      ),
    )
    .orderBy(desc(dataLog.dataVersion))
    .limit(1)
  return row
}
