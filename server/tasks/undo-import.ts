/** Takes back what an import wrote, by the data log: nothing of it when any row has changed since. */
import { and, asc, eq, gt, not, sql } from 'drizzle-orm'
import { sameValue } from '#model/emptiness.ts'
import { listed } from '#model/listed.ts'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { oneOf } from '../db/one-of.ts'
import { live } from '../db/live.ts'
import { dataLog, userDepart, userRole } from '../db/tables.ts'
import { refused, Refusal } from '../kernel/errors.ts'
import { settle } from '../notify/notify.ts'
import { hooksOf, type Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { presentResource } from '../resource/online.ts'
import { tableOf, columnOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'
import { wireRow } from '../resource/wire.ts'
import { titleOf } from '../resource/words.ts'
import { localTime, refuseReferenced, touched, updateRow, type Writing } from '../resource/write.ts'
import type { Outcome, Said, Work } from '../resource/long-work.ts'

const AT_ONCE = 200
/** Rules may ask the database for each. */
const AT_ONCE_WITH_RULES = 10
const partSize = (resource: Resource): number =>
  resource.approval || hooksOf(resource).some((hook) => hook.beforeDelete) ? AT_ONCE_WITH_RULES : AT_ONCE
/** Operation in the data log. */
const UNDO = 'undo'

/** The step `undo` of an import. A refusal leaves the import as it was. */
export async function undoImport(work: Work, resource: Resource): Promise<Outcome> {
  try {
    // Whoever asks for it deletes what it made; an import that breaks takes back its own rows whatever they are.
    if (work.task.counts?.added && !resource.verbs.includes('delete'))
      throw refused(`${resource.label}不能删除，导入不能撤销`)
    const undoTime = work.services.clock.now().toISOString()
    const at = { ...work.task.checkpoint, undone: Number(work.task.checkpoint?.undone ?? 0) }
    const { deleted, restored, lost } = await undoWrites(work, resource, at, { undoTime })
    return {
      undoTime,
      done: work.task.total,
      message: `已撤销本次导入：删除 ${deleted} 行${restored ? `，恢复 ${restored} 行` : ''}${lostText(lost)}`,
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
  /** As the task's last write left it. */
  after: Row
}

/** How far a run that was cut off has come; `why` it takes back what it wrote, when nobody asked it to. */
export interface Undone {
  undone?: number
  why?: string
  /** Labels of the fields that keep no value as they did when the task wrote it. */
  lost?: readonly string[]
}

export const lostText = (lost: readonly string[]): string =>
  lost.length ? `；字段${lost.map((label) => `“${label}”`).join('、')}已移除或改变了控件，原来的值没有恢复` : ''

/**
 * In short transactions, one for each part, so that others can work meanwhile. All is looked at before the first: throws a
 * Refusal, with nothing changed, when rows were changed since or others depend on them. What changes later stays as it is
 * and is named; asked again, it goes on there.
 */
export async function undoWrites(
  work: Work,
  resource: Resource,
  at: Undone & Record<string, unknown>,
  /** Of the task, with the last part. */
  inTheEnd: Omit<Said, 'evenIfCancelled'>,
): Promise<{ deleted: number; restored: number; lost: readonly string[] }> {
  const { services, task } = work
  const writes = await writesOf(services.db, resource, task.id)
  const made = [...byResource(writes.filter(({ before }) => !before).reverse())]
  const changed = [...byResource(writes.filter(({ before }) => before).reverse())]
  const goes = new Map(made.map((group) => [group.resource.name, idsOf(group.all)]))
  const from = at.undone ?? 0
  if (!from) {
    for (const part of partsOf([...made, ...changed], () => AT_ONCE)) await work.part((tx) => refuseChanged(tx, part))
    for (const part of partsOf(made, () => AT_ONCE))
      await work.part(async (tx) => refuseInUse(tx, part.resource, await rowsOf(tx, part), goes))
  }
  let undone = 0
  const lost = new Set(at.lost)
  for (const part of partsOf([...made, ...changed], partSize)) {
    undone += part.writes.length
    if (undone <= from) continue
    const done = undone
    try {
      await work.part(async (tx) => {
        const writing: Writing = { tx, services, caller: withoutTask(work.caller) }
        const resource = await presentResource(tx, part.resource)
        // As everybody else does: whoever settles has the ledger before the record.
        for (const hook of hooksOf(resource)) await hook.locksFirst?.(tx)
        await refuseChanged(tx, part)
        if (part.writes[0]!.before)
          for (const write of part.writes) for (const label of await restore(writing, resource, write)) lost.add(label)
        else await removeRows(writing, { ...part, resource }, goes)
        await work.checkpoint(
          tx,
          done,
          { ...at, undone: done, ...(lost.size && { lost: [...lost] }) },
          { evenIfCancelled: true, ...(done === writes.length && inTheEnd) },
        )
      })
    } catch (error) {
      const gone = done - part.writes.length
      throw error instanceof Refusal && gone ? refused(`已撤回 ${gone} 行，其余没有撤回：${error.message}`) : error
    }
  }
  const own = (groups: readonly Group[]) =>
    groups.find((group) => group.resource.name === resource.name)?.all.length ?? 0
  return { deleted: own(made), restored: own(changed), lost: [...lost] }
}

/** What undoing writes is not undone again. */
const withoutTask = ({ task: _, ...caller }: Work['caller']): Work['caller'] => caller

/** Every record the task wrote, once, in the order of their first writes. */
async function writesOf(db: Database, of: Resource, taskId: string): Promise<Write[]> {
  const byTable = new Map([...allResources(), of].map((one) => [one.table, one]))
  const writes = new Map<string, Write>()
  for (let after = ''; ;) {
    const logs = await db
      .select({
        id: dataLog.id,
        table: dataLog.dataTable,
        record: dataLog.dataId,
        version: dataLog.dataVersion,
        before: dataLog.before,
        // Of what the task made nothing is given back.
        after: sql<unknown>`case when ${dataLog.before} is not null then ${dataLog.dataContent} end`,
      })
      .from(dataLog)
      .where(and(eq(dataLog.taskId, taskId), gt(dataLog.id, after)))
      .orderBy(asc(dataLog.id))
      .limit(AT_ONCE * 4)
    for (const { table, record, version, before, after: content } of logs) {
      const resource = byTable.get(table)
      if (!resource) throw refused('导入写入了其他数据，不能撤销')
      const key = `${table} ${record}`
      const known = writes.get(key)
      const written = { version, after: (content ?? {}) as Row }
      if (known) Object.assign(known, written)
      else writes.set(key, { resource, id: record, ...written, ...(before !== null && { before: before as Row }) })
    }
    const last = logs.at(AT_ONCE * 4 - 1)
    if (!last) return [...writes.values()]
    after = last.id
  }
}

interface Group {
  resource: Resource
  /** In the order they are taken back. */
  all: readonly Write[]
}

interface Part extends Group {
  writes: readonly Write[]
}

/** In the order given: what was made for a record goes before it. */
function byResource(writes: readonly Write[]): Iterable<Group> {
  const groups = new Map<string, { resource: Resource; all: Write[] }>()
  for (const write of writes) {
    const group = groups.get(write.resource.name)
    if (group) group.all.push(write)
    else groups.set(write.resource.name, { resource: write.resource, all: [write] })
  }
  return groups.values()
}

function* partsOf(groups: readonly Group[], sizeOf: (resource: Resource) => number): Generator<Part, void> {
  for (const group of groups) {
    const size = sizeOf(group.resource)
    for (let from = 0; from < group.all.length; from += size)
      yield { ...group, writes: group.all.slice(from, from + size) }
  }
}

const idsOf = (writes: readonly Write[]): string[] => writes.map(({ id }) => id)

/** Also locks them, in the order of their ids, as everybody does. */
async function refuseChanged(tx: Tx, { resource, writes }: Part): Promise<void> {
  const table = tableOf(resource)
  const rows = await tx
    .select({ id: table.id, version: table.version, title: columnOf(table, resource.title), gone: table.deleteTime })
    .from(table)
    .where(oneOf(table.id, idsOf(writes)))
    .orderBy(asc(table.id))
    .for('update')
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  const changed = writes.filter(({ id, version }) => {
    const row = byId.get(id)
    return !row || row.gone !== null || Number(row.version) !== version
  })
  if (!changed.length) return
  const names = changed.map(({ id }) => `${resource.label}“${String(byId.get(id)?.title ?? id)}”`)
  throw refused(`${listed(names)}在导入后已被修改或删除`)
}

async function rowsOf(tx: Tx, { resource, writes }: Part): Promise<Row[]> {
  const table = tableOf(resource)
  const records = await tx
    .select()
    .from(table)
    .where(oneOf(table.id, idsOf(writes)))
  return records.map((record) => wireRow(resource, record))
}

/** Whom a record of the contract holds: by the name of its resource. */
const holders = {
  sysDepart: { table: userDepart, pointer: userDepart.depId, said: (count: number) => `已有 ${count} 名成员` },
  sysRole: { table: userRole, pointer: userRole.roleId, said: (count: number) => `已授予 ${count} 人` },
} as const

/**
 * Others have built on it since. Records of the contract are deleted with what hangs on them; whoever takes a file back means
 * the file, and no department that came below one of it, nor the people in them.
 */
async function refuseInUse(
  tx: Tx,
  resource: Resource,
  rows: readonly Row[],
  goes: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (!resource.contract) return refuseReferenced(tx, resource, rows, goes)
  const ids = rows.map(({ id }) => String(id))
  const named = async (id: unknown) =>
    `${resource.label}“${await titleOf(tx, resource, rows.find((row) => row.id === id) ?? {})}”`
  const parent = resource.tree?.parent
  if (parent) {
    const table = tableOf(resource)
    const [child] = await tx
      .select({ above: columnOf(table, parent), title: columnOf(table, resource.title) })
      .from(table)
      .where(and(oneOf(columnOf(table, parent), ids), live(table), not(oneOf(table.id, goes.get(resource.name) ?? []))))
      .limit(1)
    if (child)
      throw refused(`${await named(child.above)}下有导入后新增的${resource.label}“${String(child.title)}”，不能删除`)
  }
  const held = Object.entries(holders).find(([name]) => name === resource.name)?.[1]
  if (!held) return
  const [most] = await tx
    .select({ id: held.pointer, count: sql<number>`count(distinct user_id)::int` })
    .from(held.table)
    .where(oneOf(held.pointer, ids))
    .groupBy(held.pointer)
    .orderBy(asc(held.pointer))
    .limit(1)
  if (most) throw refused(`${await named(most.id)}${held.said(most.count)}，不能删除`)
}

async function removeRows(writing: Writing, part: Part, goes: ReadonlyMap<string, string[]>): Promise<void> {
  const { tx, caller, services } = writing
  const { resource } = part
  const table = tableOf(resource)
  const rows = await rowsOf(tx, part)
  // Before the hooks: with a department, a category or a role they take along what hangs on it.
  if (resource.contract) await refuseInUse(tx, resource, rows, goes)
  for (const row of rows) {
    if (resource.approval)
      await settle(writing, { resource: resource.name, recordId: String(row.id), text: '导入已撤销', good: false })
    for (const hook of hooksOf(resource)) await hook.beforeDelete?.({ ...writing, row })
  }
  if (!resource.contract) await refuseInUse(tx, resource, rows, goes)
  const now = localTime(services)
  await tx
    .update(table)
    .set({ deleteTime: now, updateBy: caller.username, updateTime: now, version: sql`${table.version} + 1` })
    .where(oneOf(table.id, idsOf(part.writes)))
  await trace(
    tx,
    caller,
    resource,
    rows.map((row) => ({ operation: UNDO, id: String(row.id), version: Number(row.version) + 1, before: row })),
  )
  touched(resource)
}

/** What the import changed, and nothing else: money moves without a version, and the ledger knows only where it went since. */
const changedBy = ({ before = {}, after }: Write): Row =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => !sameValue(value, after[name])))

/** By the names that their fields have now, wherever a field keeps its values where it did; and the labels of those that do not. */
function keptAs(now: Resource, was: Resource, values: Row): { values: Row; lost: string[] } {
  if (now === was) return { values, lost: [] }
  const names = new Map(Object.entries(now.fields).map(([name, { column }]) => [column, name]))
  const found = Object.entries(values).map(([name, value]) => {
    const field = was.fields[name]
    return { name: field ? names.get(field.column) : name, value, label: field?.label ?? name }
  })
  return {
    values: Object.fromEntries(found.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value]]))),
    lost: found.flatMap(({ name, label }) => (name === undefined ? [label] : [])),
  }
}

/** Answers with the labels of what is not kept any more. */
async function restore(writing: Writing, resource: Resource, write: Write): Promise<string[]> {
  const { id, before } = write
  const current = await findRow(writing.tx, writing.caller, resource, id, true)
  if (!current)
    throw refused(`${resource.label}“${await titleOf(writing.tx, write.resource, before!)}”您现在看不到，不能恢复`)
  const { values, lost } = keptAs(resource, write.resource, changedBy(write))
  await updateRow(
    { ...writing, mode: 'edit', before: current, after: { ...current, ...values }, extras: {} },
    resource,
    UNDO,
  )
  return lost
}
