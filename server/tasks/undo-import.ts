/** Takes back what an import wrote, by the data log: all of it, or nothing when any row has changed since. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Tx } from '../db/connect.ts'
import { dataLog } from '../db/tables.ts'
import { refused, Refusal } from '../http/errors.ts'
import { settle } from '../notify/notify.ts'
import { hooksOf, type Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../resource/table.ts'
import { trace } from '../resource/trace.ts'
import { wireRow } from '../resource/wire.ts'
import { localTime, refuseReferenced, touched, updateRow, type Writing } from '../resource/write.ts'
import type { Outcome, Work } from './work.ts'

const AT_ONCE = 500
const MOST_NAMED = 5
/** Operation in the data log. */
const UNDO = 'undo'

/** The step `undo` of an import. A refusal leaves the import as it was. */
export async function undoImport(work: Work, resource: Resource): Promise<Outcome> {
  try {
    const { deleted, restored } = await undoWrites(work, resource)
    return {
      undoTime: work.services.clock.now().toISOString(),
      message: `已撤销本次导入：删除 ${deleted} 行${restored ? `，恢复 ${restored} 行` : ''}`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { message: `没有撤销：${error.message}` }
  }
}

interface Write {
  resource: Resource
  id: string
  /** Of its last write by the task. */
  version: number
  /** Undefined: the task made it. */
  before?: Row
}

/** Throws a Refusal, with nothing changed, when rows were changed since or others depend on them. */
export async function undoWrites(
  { services, caller, task }: Pick<Work, 'services' | 'caller' | 'task'>,
  resource: Resource,
): Promise<{ deleted: number; restored: number }> {
  if (!resource.verbs.includes('delete')) throw refused(`${resource.label}不能删除，导入不能撤销`)
  return services.db.transaction(async (tx) => {
    const writing: Writing = { tx, services, caller: withoutTask(caller) }
    const writes = await writesOf(tx, task.id)
    await lockUnchanged(tx, writes)
    const made = writes.filter(({ before }) => !before)
    const changed = writes.filter(({ before }) => before)
    // The last first: what was made for a record goes before it.
    for (const { resource: one, writes: some } of runsOf(made.reverse()))
      await removeRows(
        writing,
        one,
        some.map(({ id }) => id),
      )
    for (const write of changed.reverse()) await restore(writing, write)
    const own = ({ resource: one }: Write) => one.name === resource.name
    return { deleted: made.filter(own).length, restored: changed.filter(own).length }
  })
}

/** What undoing writes is not undone again. */
const withoutTask = ({ task: _, ...caller }: Work['caller']): Work['caller'] => caller

/** Every record the task wrote, once, in the order of their first writes. */
async function writesOf(tx: Tx, taskId: string): Promise<Write[]> {
  const byTable = new Map(allResources().map((one) => [one.table, one]))
  const writes = new Map<string, Write>()
  for (let after = ''; ;) {
    const logs = await tx
      .select({
        id: dataLog.id,
        table: dataLog.dataTable,
        record: dataLog.dataId,
        version: dataLog.dataVersion,
        before: dataLog.before,
      })
      .from(dataLog)
      .where(and(eq(dataLog.taskId, taskId), gt(dataLog.id, after)))
      .orderBy(asc(dataLog.id))
      .limit(AT_ONCE * 4)
    for (const { table, record, version, before } of logs) {
      const resource = byTable.get(table)
      if (!resource) throw refused('导入写入了其他数据，不能撤销')
      const key = `${table} ${record}`
      const known = writes.get(key)
      if (known) known.version = version
      else writes.set(key, { resource, id: record, version, ...(before !== null && { before: before as Row }) })
    }
    if (logs.length < AT_ONCE * 4) return [...writes.values()]
    after = logs.at(-1)!.id
  }
}

/** Neighbours of one resource, at most so many together. */
function* runsOf(writes: readonly Write[]): Generator<{ resource: Resource; writes: Write[] }> {
  let run: Write[] = []
  for (const write of writes) {
    if (run.length && (run[0]!.resource.name !== write.resource.name || run.length === AT_ONCE)) {
      yield { resource: run[0]!.resource, writes: run }
      run = []
    }
    run.push(write)
  }
  if (run.length) yield { resource: run[0]!.resource, writes: run }
}

/** Also in the order of their ids within a resource, as everybody locks. */
async function lockUnchanged(tx: Tx, writes: readonly Write[]): Promise<void> {
  const names: string[] = []
  let count = 0
  const byResource = new Map<Resource, Write[]>()
  for (const write of writes) {
    const own = byResource.get(write.resource)
    if (own) own.push(write)
    else byResource.set(write.resource, [write])
  }
  for (const [resource, own] of byResource) {
    const table = tableOf(resource)
    const sorted = own.sort((a, b) => (a.id < b.id ? -1 : 1))
    for (let from = 0; from < sorted.length; from += AT_ONCE) {
      const some = sorted.slice(from, from + AT_ONCE)
      const rows = await tx
        .select({ id: table.id!, version: table.version!, title: table[resource.title]!, gone: table.deleteTime! })
        .from(table)
        .where(
          inArray(
            table.id!,
            some.map(({ id }) => id),
          ),
        )
        .orderBy(asc(table.id!))
        .for('update')
      const byId = new Map(rows.map((row) => [String(row.id), row]))
      for (const { id, version } of some) {
        const row = byId.get(id)
        if (row && row.gone === null && Number(row.version) === version) continue
        count += 1
        if (names.length < MOST_NAMED) names.push(`${resource.label}“${String(row?.title ?? id)}”`)
      }
    }
  }
  if (!count) return
  throw refused(`${names.join('、')}${count > names.length ? `等 ${count} 条` : ''}在导入后已被修改或删除`)
}

async function removeRows(writing: Writing, resource: Resource, ids: readonly string[]): Promise<void> {
  const { tx, caller, services } = writing
  const table = tableOf(resource)
  const records = await tx
    .select()
    .from(table)
    .where(inArray(table.id!, ids as string[]))
  // A record made along with another may have gone with it.
  const rows = records.filter((record) => record.deleteTime === null).map((record) => wireRow(resource, record))
  for (const row of rows) {
    for (const hook of hooksOf(resource)) await hook.beforeDelete?.({ ...writing, row })
    if (resource.approval)
      await settle(writing, { resource: resource.name, recordId: String(row.id), text: '导入已撤销', good: false })
  }
  if (!resource.contract) await refuseReferenced(tx, resource, rows)
  const now = localTime(services)
  await tx
    .update(table)
    .set({ deleteTime: now, updateBy: caller.username, updateTime: now, version: sql`${table.version} + 1` })
    .where(
      inArray(
        table.id!,
        rows.map((row) => String(row.id)),
      ),
    )
  await trace(
    tx,
    caller,
    resource,
    rows.map((row) => ({ operation: UNDO, id: String(row.id), version: Number(row.version) + 1, before: row })),
  )
  touched(resource)
}

async function restore(writing: Writing, { resource, id, before }: Write): Promise<void> {
  const current = await findRow(writing.tx, writing.caller, resource, id, true)
  if (!current) throw refused(`${resource.label}“${String(before![resource.title])}”您现在看不到，不能恢复`)
  await updateRow(
    { ...writing, mode: 'edit', before: current, after: { ...current, ...before }, extras: {} },
    resource,
    UNDO,
  )
}
