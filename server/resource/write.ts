/** Writing: add, edit, delete. Each runs in the caller's transaction and leaves a data-log row. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { draftSchema, problemsOf, sentences } from '#model/checks.ts'
import { isLines, matches, type Problems, type Resource } from '#model/resource.ts'
import { SYSTEM_COLUMNS, type Field } from '#model/fields.ts'
import { allResources } from '#resources/index.ts'
import { sqlState, type Tx } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { insertAll } from '../db/seed/bulk.ts'
import type { Caller } from '../http/caller.ts'
import { badInput, conflict, notFound, refused } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { hooksOf, type Change, type Row } from './hooks.ts'
import { findRow } from './list.ts'
import { makeSafe } from './safe-html.ts'
import { checkReferences } from './references.ts'
import { dayOf, numberRows } from './serial.ts'
import { tenantOf } from './scope.ts'
import { indexName, lineTablesOf, tableOf } from './table.ts'
import { lastWrite, operationName, trace } from './trace.ts'
import { columnValues, masked, maskRows, mayUnmask, toColumn } from './wire.ts'
import { forgetDictionaries } from './words.ts'

export interface Writing {
  tx: Tx
  caller: Caller
  services: Services
}

/** 400 with every problem: the sentences in the message, and by field in `result.fields` for the form. */
export function refuseProblems(resource: Pick<Resource, 'fields'>, problems: Problems): void {
  const issues = Object.entries(problems).flatMap(([path, message]) =>
    message ? [{ path: path.split('.'), message }] : [],
  )
  if (issues.length) throw badInput(sentences(resource.fields, issues).join('；'), { fields: problems })
}

function parsed(resource: Resource, mode: 'add' | 'edit', body: Row): Row {
  const result = draftSchema(resource, mode).safeParse(body)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues)
    for (const name of issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')])
      fields[name] ??= issue.message
  throw badInput([...new Set(sentences(resource.fields, result.error.issues))].join('；'), { fields })
}

/** Splits what hooks take from what the definition takes. */
function extrasOf(resource: Resource, body: Row): { draft: Row; extras: Row } {
  const shape = Object.assign({}, ...hooksOf(resource).map((hook) => hook.extras ?? {})) as z.ZodRawShape
  const names = Object.keys(shape).filter((name) => name in body)
  const given = z.object(shape).safeParse(Object.fromEntries(names.map((name) => [name, body[name]])))
  if (!given.success)
    throw badInput(given.error.issues.map((issue) => `${issue.path.join('.')}：${issue.message}`).join('；'))
  return {
    draft: Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
    extras: given.data,
  }
}

const initials: Partial<Record<Field['kind'], (field: never, now: string) => unknown>> = {
  dateTime: (field: { initial?: string }, now) => (field.initial === 'now' ? now : null),
  date: (field: { initial?: string }, now) => (field.initial === 'today' ? now.slice(0, 10) : null),
  dict: (field: { initial?: string; numeric?: boolean }) =>
    field.initial != null && field.numeric ? Number(field.initial) : (field.initial ?? null),
  switch: (field: { initial?: string; boolean?: boolean; numeric?: boolean; off?: string }) =>
    field.boolean
      ? field.initial === 'true'
      : field.numeric
        ? Number(field.initial ?? field.off ?? 0)
        : (field.initial ?? field.off ?? 'N'),
  lines: () => [],
}

/** What a field holds when nothing was given. `now` is local text. */
function initialOf(field: Field, now: string): unknown {
  const special = initials[field.kind]
  return special ? special(field as never, now) : 'initial' in field ? (field.initial ?? null) : null
}

/**
 * One for each time zone, with what it said last: making a format takes longer than a hundred uses of it, and a use longer
 * than all else that is done for a row.
 */
const clocks = new Map<string, { format: Intl.DateTimeFormat; second: number; text: string }>()
function clockOf(timeZone: string) {
  const known = clocks.get(timeZone)
  if (known) return known
  const parts = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', ...parts })
  const made = { format, second: Number.NaN, text: '' }
  clocks.set(timeZone, made)
  return made
}

/** `YYYY-MM-DD HH:mm:ss` on the platform's clock. */
export function localTime(services: Services, at: Date = services.clock.now()): string {
  const clock = clockOf(services.settings.timeZone)
  const second = Math.floor(at.getTime() / 1000)
  if (second !== clock.second) [clock.second, clock.text] = [second, clock.format.format(at).slice(0, 19)]
  return clock.text
}

const asIfUtc = (text: string) => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)

/** The moment a local text of the platform means, whatever the time zone of this process. */
export function instantOf(services: Services, text: string): Date {
  const now = services.clock.now()
  return new Date(now.getTime() - (asIfUtc(localTime(services, now)) - asIfUtc(text)))
}

/** A whole new record, initial values and system columns included, not yet written. */
export function newRow({ caller, services }: Omit<Writing, 'tx'>, resource: Resource, draft: Row): Row {
  const now = localTime(services)
  const row: Row = {
    id: newId(),
    tenantId: tenantOf(resource, caller),
    sysOrgCode: caller.orgCode,
    createBy: caller.username,
    createTime: now,
    updateBy: null,
    updateTime: null,
    version: 1,
  }
  for (const [name, field] of Object.entries(resource.fields)) row[name] = draft[name] ?? initialOf(field, now)
  return row
}

/** What a person left out and the definition has a value for. */
export function withInitials({ services }: Pick<Writing, 'services'>, resource: Resource, draft: Row): Row {
  const now = localTime(services)
  const whole = { ...draft }
  for (const name in resource.fields) {
    const field = resource.fields[name]!
    if ('initial' in field && !field.readOnly && (draft[name] === undefined || draft[name] === ''))
      whole[name] = initialOf(field, now)
  }
  return whole
}

export async function addRow(writing: Writing, resource: Resource, body: Row): Promise<Row> {
  const { draft, extras } = extrasOf(resource, withoutEchoes(resource, body))
  const after = newRow(writing, resource, parsed(resource, 'add', withInitials(writing, resource, draft)))
  const problems = await checkReferences(writing.tx, writing.caller, resource.fields, [after])
  refuseProblems(resource, problems[0]!)
  await insertRow({ ...writing, mode: 'add', after, extras }, resource)
  return after
}

/** The last steps of every new record: hooks, numbers, rows, lines, trace. */
export async function insertRow(change: Change, resource: Resource, operation = 'add'): Promise<void> {
  const { tx, caller, services, after } = change
  makeSafe(resource, after)
  await askHooks(change, resource)
  await numberRows(tx, resource.fields, [after], dayOf(services.clock.now(), services.settings.timeZone))
  await naming(resource, after, () => tx.insert(tableOf(resource)).values(recordOf(resource, after)))
  await writeLines(tx, resource, after)
  await trace(tx, caller, resource, [{ operation, id: String(after.id), version: 1, after }])
  for (const hook of hooksOf(resource)) await hook.afterSave?.(change)
  touched(resource)
}

const ROWS_A_STATEMENT = 1000

/** No hook has a say in how one of its records is written. */
export const isWrittenInBulk = (resource: Resource): boolean =>
  !hooksOf(resource).some((hook) => hook.check || hook.beforeSave || hook.afterSave)

/** Many new records: one by one where a hook has a say, otherwise in statements of `ROWS_A_STATEMENT`. */
export async function insertRows(changes: readonly Change[], resource: Resource): Promise<void> {
  if (!isWrittenInBulk(resource)) {
    for (const change of changes) await insertRow(change, resource, change.mode)
    return
  }
  for (let from = 0; from < changes.length; from += ROWS_A_STATEMENT) {
    const batch = changes.slice(from, from + ROWS_A_STATEMENT)
    const { tx, caller, services } = batch[0]!
    const rows = batch.map(({ after }) => after)
    for (const row of rows) makeSafe(resource, row)
    await numberRows(tx, resource.fields, rows, dayOf(services.clock.now(), services.settings.timeZone))
    await naming(resource, rows[0]!, () =>
      insertAll(
        tx,
        tableOf(resource),
        rows.map((row) => recordOf(resource, row)),
      ),
    )
    for (const row of rows) await writeLines(tx, resource, row)
    await trace(
      tx,
      caller,
      resource,
      rows.map((row) => ({ operation: batch[0]!.mode, id: String(row.id), version: 1, after: row })),
    )
  }
  touched(resource)
}

async function askHooks(change: Change, resource: Resource): Promise<void> {
  for (const hook of hooksOf(resource)) {
    refuseProblems(resource, (await hook.check?.(change)) ?? {})
    refuseProblems(resource, (await hook.beforeSave?.(change)) ?? {})
  }
}

/** All columns of a row, as the database takes them. */
export function recordOf(resource: Resource, row: Row): Record<string, unknown> {
  const record = columnValues(resource, row)
  for (const name in SYSTEM_COLUMNS) record[name] = row[name] ?? null
  return record
}

export async function editRow(writing: Writing, resource: Resource, id: string, body: Row): Promise<Row> {
  const { tx, caller } = writing
  const before = await findRow(tx, caller, resource, id, true)
  if (!before) throw notFound(resource.label)
  if (!matches(before, resource.when.edit)) throw conflict(await decidedBy(tx, resource, before, '现在不能修改'))
  await refuseStale(writing, resource, before, body.version, !resource.contract)
  const { draft, extras } = extrasOf(resource, withoutEchoes(resource, body, before, mayUnmask(caller, resource)))
  const changes = Object.fromEntries(
    Object.entries(parsed(resource, 'edit', draft)).filter(([, value]) => value !== undefined),
  )
  const after: Row = { ...before, ...changes }
  refuseProblems(resource, problemsOf(resource, after))
  const [problems] = await checkReferences(tx, caller, resource.fields, [after], (name) => name in changes)
  refuseProblems(resource, problems!)
  await updateRow({ ...writing, mode: 'edit', before, after, extras }, resource)
  return after
}

/** The last steps of every change. The version in the statement makes the second of two writers fail, not win. */
export async function updateRow(
  change: Change & { before: Row },
  resource: Resource,
  operation = 'edit',
): Promise<void> {
  const { tx, caller, services, before, after } = change
  makeSafe(resource, after)
  await askHooks(change, resource)
  Object.assign(after, {
    version: Number(before.version) + 1,
    updateBy: caller.username,
    updateTime: localTime(services),
  })
  const table = tableOf(resource)
  const written = await naming(resource, after, () =>
    tx
      .update(table)
      .set(recordOf(resource, after))
      .where(and(eq(table.id!, before.id), eq(table.version!, before.version)))
      .returning({ id: table.id! }),
  )
  if (!written.length) throw conflict(await decidedBy(tx, resource, before, '已被修改'))
  await writeLines(tx, resource, after, before)
  await trace(tx, caller, resource, [
    { operation, id: String(after.id), version: Number(after.version), before, after },
  ])
  for (const hook of hooksOf(resource)) await hook.afterSave?.(change)
  touched(resource)
}

export async function deleteRows(writing: Writing, resource: Resource, ids: readonly string[]): Promise<void> {
  const { tx, caller, services } = writing
  for (const id of ids) {
    const row = await findRow(tx, caller, resource, id, true)
    if (!row) throw notFound(resource.label)
    if (!matches(row, resource.when.delete))
      throw refused(`${resource.label}“${String(row[resource.title])}”当前状态不能删除`)
    for (const hook of hooksOf(resource)) await hook.beforeDelete?.({ ...writing, row })
    if (!resource.contract) await refuseReferenced(tx, resource, [row])
    const table = tableOf(resource)
    await tx
      .update(table)
      .set({
        deleteTime: localTime(services),
        updateBy: caller.username,
        updateTime: localTime(services),
        version: sql`${table.version} + 1`,
      })
      .where(eq(table.id!, id))
    await trace(tx, caller, resource, [{ operation: 'delete', id, version: Number(row.version) + 1, before: row }])
  }
  touched(resource)
}

/** Caches of this process that the write made stale. */
export function touched(resource: Resource): void {
  if (resource.name === 'sysDict' || resource.name === 'sysDictItem') forgetDictionaries()
}

/** A record that others point at stays. */
export async function refuseReferenced(tx: Tx, resource: Resource, rows: readonly Row[]): Promise<void> {
  const ids = rows.map((row) => String(row.id))
  for (const other of allResources()) {
    const table = tableOf(other)
    for (const [name, field] of Object.entries(other.fields)) {
      const points =
        field.kind === 'ref'
          ? field.to === resource.name
          : field.kind === 'refByType' && Object.values(field.to).includes(resource.name)
      if (!points || (other.name === resource.name && name !== resource.tree?.parent)) continue
      const [found] = await tx
        .select({ id: table[name]!, count: sql<number>`count(*)::int` })
        .from(table)
        .where(and(inArray(table[name]!, ids), sql`${table.deleteTime} is null`))
        .groupBy(table[name]!)
        .limit(1)
      const row = found && rows.find(({ id }) => id === found.id)
      if (row)
        throw refused(
          `${resource.label}“${String(row[resource.title])}”被 ${found.count} 条${other.label}的“${field.label}”引用，不能删除`,
        )
    }
  }
}

/** 已由 张三 于 10:32 通过: who came first, what they did and when. */
export async function decidedBy(tx: Tx, resource: Resource, row: Row, otherwise: string): Promise<string> {
  const last = await lastWrite(tx, resource, String(row.id))
  if (!last) return `${resource.label}${otherwise}，请刷新后再看`
  const done = operationName(resource, last.operation) ?? last.operation
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: process.env.TZ ?? 'Asia/Shanghai' })
  const when = last.time.startsWith(today) ? last.time.slice(11, 16) : last.time.slice(0, 16)
  return `已由 ${last.name} 于 ${when} ${done}`
}

/** A record as this reader may see it, for the reply of a conflict. */
export function shownTo(caller: Caller, resource: Resource, row: Row): Row {
  const copy = { ...row }
  maskRows(resource, [copy], caller)
  return copy
}

export async function refuseStale(
  { tx, caller }: Pick<Writing, 'tx' | 'caller'>,
  resource: Resource,
  before: Row,
  version: unknown,
  required: boolean,
): Promise<void> {
  if (version === undefined || version === null) {
    if (required) throw badInput('缺少 version，请刷新后再保存')
    return
  }
  if (String(version) === String(before.version)) return
  throw conflict(`${await decidedBy(tx, resource, before, '已被修改')}，请核对后再保存`, {
    current: shownTo(caller, resource, before),
  })
}

/**
 * Clients of the contract send whole rows back. What only repeats what we sent (system columns, texts, masked or
 * server-owned values) changes nothing and is dropped; what differs stays and is refused by name.
 */
function withoutEchoes(resource: Resource, body: Row, before: Row = {}, unmasked = true): Row {
  const kept: Row = {}
  const added = new Set(hooksOf(resource).flatMap((hook) => hook.adds ?? []))
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name]! : undefined
    const ours =
      name in SYSTEM_COLUMNS || name === 'may' || name === 'delFlag' || added.has(name) || name.endsWith('_dictText')
    if (!field && ours) continue
    if (field && !unmasked && field.mask && value === masked(field, before[name]) && value !== before[name]) continue
    const owned = field && (field.readOnly || field.kind === 'serial' || (field.fixed && before.id !== undefined))
    if (
      owned &&
      (JSON.stringify(withoutWords(value)) === JSON.stringify(before[name] ?? null) ||
        value === masked(field, before[name]))
    )
      continue
    if ((owned || !field) && resource.contract && (value === null || value === '' || value === undefined)) continue
    // Words of lines that may be changed are not theirs either.
    kept[name] = field && isLines(field) ? withoutWords(value) : value
  }
  return kept
}

/** Lines travel with words beside their ids. */
const withoutWords = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((line: unknown) =>
        typeof line === 'object' && line !== null
          ? Object.fromEntries(Object.entries(line).filter(([name]) => !name.endsWith('_dictText')))
          : line,
      )
    : value

async function writeLines(tx: Tx, resource: Resource, after: Row, before?: Row): Promise<void> {
  for (const [name, table] of Object.entries(lineTablesOf(resource))) {
    const field = resource.fields[name]!
    if (!isLines(field) || (before && JSON.stringify(before[name]) === JSON.stringify(after[name]))) continue
    const rows = (after[name] as Row[] | null) ?? []
    const known = new Set(((before?.[name] as Row[] | undefined) ?? []).map((row) => row.id))
    if (before) await tx.delete(table).where(eq(table.mainId!, after.id))
    // Ids made by a client for new rows are dropped, ids of kept rows stay.
    for (const row of rows) row.id = known.has(row.id) ? row.id : newId()
    if (rows.length)
      await tx.insert(table).values(
        rows.map((row, orderNum) => ({
          id: row.id,
          mainId: after.id,
          orderNum,
          ...Object.fromEntries(Object.entries(field.of).map(([key, of]) => [key, toColumn(of, row[key])])),
        })),
      )
  }
}

/** Turns a broken unique index into a sentence with the labels and the value. */
export async function naming<T>(resource: Resource, row: Row, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const state = sqlState(error)
    const set =
      state?.code === '23505'
        ? resource.unique.find((names) => indexName(resource.table, [...names, 'key']) === state.constraint)
        : undefined
    if (!set) throw error
    const labels = set.map((name) => resource.fields[name]!.label).join('、')
    const values = set.map((name) => String(row[`${name}_dictText`] ?? row[name])).join('、')
    throw refused(`${labels}“${values}”已存在`, 500, { fields: { [set[0]!]: `${labels}已存在` } })
  }
}
