/** Writing: add, edit, delete. Each runs in the caller's transaction and leaves a data-log row. */
import { and, eq, not, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { momentOf } from '#cron/index.ts'
import { draftSchema, problemsOf, sentences, withoutLeftovers } from '#model/checks.ts'
import type { Excluded } from '#model/batch.ts'
import { summed } from '#model/listed.ts'
import { decisionsOf, stepAt } from '#model/deciding.ts'
import type { When } from '#model/action.ts'
import { isLines, matches, type Problems, type Resource, type Stored, type Wire, knownField } from '#model/resource.ts'
import { SYSTEM_COLUMNS, type Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { isMultiple } from '#model/query.ts'
import { allResources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { live } from '../db/live.ts'
import { sqlState } from '../db/connect.ts'
import type { Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { oneOf } from '../db/one-of.ts'
import { insertAll } from '../db/bulk.ts'
import type { Caller } from '../kernel/caller.ts'
import { MOST_INPUTS } from '../kernel/check.ts'
import { badInput, conflict, notFound, refused } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import { ruleProblems } from './check-rule.ts'
import { hooksOf, together, type Begun, type Change, type Row } from './hooks.ts'
import { findRow, rowsOf } from './list.ts'
import { makeSafe } from './safe-html.ts'
import { checkReferences } from './references.ts'
import { dayOf, numberRows } from './serial.ts'
import { PLATFORM, tenantOf } from './scope.ts'
import type { LineTable } from '../db/table-type.ts'
import { indexName, lineTablesOf, lineTableOf, tableOf, columnOf } from '../db/table.ts'
import { lastWrite, operationName, trace } from './trace.ts'
import { columnValues, masked, mayUnmask, toColumn } from './wire.ts'
import { addWords, forgetDictionaries, isWorded, targetNames, titleOf } from './words.ts'

export interface Writing {
  tx: Tx
  caller: Caller
  services: Services
  begun?: Begun[]
}

/** 400 with every problem: the sentences in the message, and by field in `result.fields` for the form. */
export function refuseProblems(resource: Pick<Resource, 'fields'>, problems: Problems): void {
  const issues = Object.entries(problems).flatMap(([path, message]) =>
    message ? [{ path: path.split('.'), message }] : [],
  )
  if (issues.length) throw badInput(summed(sentences(resource.fields, issues)), { fields: problems })
}

function parsed(resource: Resource, mode: 'add' | 'edit', body: Row): Row {
  const result = draftSchema(resource, mode).safeParse(body)
  if (result.success) return result.data
  const { issues } = result.error
  const fields: Record<string, string> = {}
  for (const issue of issues.slice(0, MOST_INPUTS))
    for (const name of issue.code === 'unrecognized_keys' ? inputsOf(issue.keys) : [issue.path.join('.')])
      fields[name] ??= issue.message
  throw badInput(summed(sentences(resource.fields, issues)), { fields })
}

/** No input of a form has a longer name. */
const inputsOf = (keys: readonly string[]) => keys.slice(0, MOST_INPUTS).filter((key) => key.length <= 50)

const inOwnNames = (resource: Resource, body: Row, before?: Row): Row =>
  hooksOf(resource).reduce((named, hook) => hook.ownNames?.(named, before) ?? named, body)

/** Splits what hooks take from what the definition takes. */
function extrasOf(resource: Resource, body: Row): { draft: Row; extras: Row } {
  const shape = Object.assign({}, ...hooksOf(resource).map((hook) => hook.extras ?? {})) as z.ZodRawShape
  const names = Object.keys(shape).filter((name) => name in body)
  const given = z.object(shape).safeParse(Object.fromEntries(names.map((name) => [name, body[name]])))
  if (!given.success)
    throw badInput(summed(given.error.issues.map((issue) => `${issue.path.join('.')}：${issue.message}`)))
  return {
    draft: Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
    extras: given.data,
  }
}

/** What a field holds when nothing was given. `now` is local text. */
const startOf = (field: Field, now: string): unknown => kindOf(field).start(field, now) ?? null

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

/** The moment a local text of the platform means, by the offset of that day, whatever the time zone of this process. */
export const instantOf = ({ settings }: Pick<Services, 'settings'>, text: string): Date =>
  new Date(momentOf(asIfUtc(text), settings.timeZone))

/** A whole new record, initial values and system columns included, not yet written. */
export function newRow<R extends Resource>(
  { caller, services }: Omit<Writing, 'tx'>,
  resource: R,
  draft: Row,
): Wire<R> {
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
  for (const [name, field] of Object.entries(resource.fields)) row[name] = draft[name] ?? startOf(field, now)
  // Every column of the definition has its value now.
  return row as Wire<R>
}

/** What a person left out and the definition has a value for. */
export function withInitials({ services }: Pick<Writing, 'services'>, resource: Resource, draft: Row): Row {
  const now = localTime(services)
  const whole = { ...draft }
  for (const name in resource.fields) {
    const field = knownField(resource, name)
    if ('initial' in field && !field.readOnly && (draft[name] === undefined || draft[name] === ''))
      whole[name] = startOf(field, now)
  }
  return whole
}

export async function addRow<R extends Resource>(writing: Writing, resource: R, body: Row): Promise<Wire<R>> {
  const { draft, extras } = extrasOf(resource, withoutEchoes(resource, inOwnNames(resource, body)))
  const after = newRow(writing, resource, parsed(resource, 'add', withInitials(writing, resource, draft)))
  // Before what is pointed at: whoever has these goes on to lock that.
  for (const hook of hooksOf(resource)) await hook.locksFirst?.(writing.tx)
  const problemsIn = await checkReferences(writing.tx, writing.caller, resource.fields, [after], { hold: true })
  refuseProblems(resource, problemsIn(after))
  const change: Change = { ...writing, mode: 'add', after, extras }
  refuseProblems(resource, await ruleProblems(change, resource))
  await insertRow(change, resource)
  return after
}

/** The last steps of every new record: hooks, numbers, rows, lines, trace. */
export async function insertRow(change: Change, resource: Resource, operation = 'add'): Promise<void> {
  const { tx, caller, services, after } = change
  for (const hook of hooksOf(resource)) await hook.locksFirst?.(tx)
  makeSafe(resource, after)
  await askHooks(change, resource)
  await numberRows(tx, resource.fields, [after], dayOf(services.clock.now(), services.settings.timeZone))
  await naming(tx, resource, [after], () => tx.insert(tableOf(resource)).values(recordOf(resource, after)))
  await writeLines(tx, resource, after)
  await trace(tx, caller, resource, [{ operation, id: String(after.id), version: 1, after }])
  await follow(resource, [change])
  touched(resource)
}

async function follow(resource: Resource, changes: readonly Change[]): Promise<void> {
  for (const hook of hooksOf(resource)) {
    for (const change of changes) await hook.afterSave?.(change)
    await hook.afterAll?.(changes)
  }
}

const ROWS_A_STATEMENT = 1000

/** No hook must see a record written before the next one. */
export const isWrittenInBulk = (resource: Resource): boolean =>
  !hooksOf(resource).some((hook) => !hook.inBulk && (hook.check || hook.beforeSave || hook.afterSave))

/** Many new records: one by one where a hook has a say, otherwise in statements of `ROWS_A_STATEMENT`. */
export async function insertRows(writing: Writing, resource: Resource, changes: readonly Change[]): Promise<void> {
  const { tx, caller, services } = writing
  if (!isWrittenInBulk(resource)) {
    for (const change of changes) await insertRow(change, resource, change.mode)
    return
  }
  for (let from = 0; from < changes.length; from += ROWS_A_STATEMENT) {
    const batch = together(changes.slice(from, from + ROWS_A_STATEMENT))
    const rows = batch.map(({ after }) => after)
    for (const hook of hooksOf(resource)) await hook.locksFirst?.(tx)
    for (const row of rows) makeSafe(resource, row)
    for (const change of batch) await askHooks(change, resource)
    await numberRows(tx, resource.fields, rows, dayOf(services.clock.now(), services.settings.timeZone))
    await naming(tx, resource, rows, () =>
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
      batch.map(({ mode, after }) => ({ operation: mode, id: String(after.id), version: 1, after })),
    )
    await follow(resource, batch)
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
export function recordOf<R extends Resource>(resource: R, row: Row): Stored<R> {
  const record = columnValues(resource, row)
  for (const name in SYSTEM_COLUMNS) record[name] = row[name] ?? null
  // Every column of the definition, whatever the row left out.
  return record as Stored<R>
}

/**
 * The columns that an edit writes. What stands in a row as it stood is left alone: a time is finer in the database than on the
 * way, and writing it back would cut it to the second and move the row among those of the same second.
 */
function changesOf(resource: Resource, before: Row, after: Row): Partial<Stored<Resource>> {
  const [old, next] = [recordOf(resource, before), recordOf(resource, after)] as Record<string, unknown>[]
  // What is no plain value may have been changed in its place.
  const stays = (value: unknown, name: string) => (typeof value !== 'object' || value === null) && value === old![name]
  return Object.fromEntries(Object.entries(next!).filter(([name, value]) => !stays(value, name)))
}

export async function editRow(writing: Writing, resource: Resource, id: string, body: Row): Promise<Row> {
  const { tx, caller } = writing
  const before = await findRow(tx, caller, resource, id, true)
  if (!before) throw notFound(resource.label)
  if (!matches(before, resource.when.edit))
    throw conflict(await movedOn(tx, resource, before, resource.when.edit, '修改'))
  await refuseStale(writing, resource, before, body.version, { required: !resource.contract })
  const named = inOwnNames(resource, body, before)
  const { draft, extras } = extrasOf(resource, withoutEchoes(resource, named, before, mayUnmask(caller, resource)))
  const changes = Object.fromEntries(
    Object.entries(parsed(resource, 'edit', draft)).filter(([, value]) => value !== undefined),
  )
  const after: Row = withoutLeftovers(resource.fields, before, { ...before, ...changes })
  refuseProblems(resource, problemsOf(resource, after))
  const problemsIn = await checkReferences(tx, caller, resource.fields, [after], {
    only: (name) => name in changes,
    before,
    hold: true,
  })
  refuseProblems(resource, problemsIn(after))
  const change = { ...writing, mode: 'edit' as const, before, after, extras }
  refuseProblems(resource, await ruleProblems(change, resource))
  await updateRow(change, resource)
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
  const written = await naming(tx, resource, [after], () =>
    tx
      .update(table)
      .set(changesOf(resource, before, after))
      .where(and(eq(table.id, before.id), eq(table.version, before.version)))
      .returning({ id: table.id }),
  )
  if (!written.length)
    throw conflict(await writtenSince(tx, resource, before, Number(before.version), '已被修改，请刷新后再看'))
  await writeLines(tx, resource, after, before)
  await trace(tx, caller, resource, [
    { operation, id: String(after.id), version: Number(after.version), before, after },
  ])
  await follow(resource, [change])
  touched(resource)
}

/** All or none. `seen`: the versions that whoever asks has seen, by id, if they say so. */
export async function deleteRows(
  writing: Writing,
  resource: Resource,
  ids: readonly string[],
  seen?: ReadonlyMap<string, number>,
): Promise<void> {
  const { tx, caller } = writing
  if (seen && ids.length > 1) await refuseChanged(writing, resource, seen)
  // With one of a tree goes what lies below it, which may be named as well.
  const there = new Set(
    resource.tree && ids.length > 1 ? (await rowsOf(tx, caller, resource, ids)).map((row) => row.id) : [],
  )
  const goes = new Map([[resource.name, ids]])
  // In one order, as everybody locks.
  for (const id of [...ids].sort()) {
    const row = await findRow(tx, caller, resource, id, 'to delete')
    if (!row && there.has(id)) continue
    if (!row) throw notFound(resource.label)
    if (!matches(row, resource.when.delete))
      throw refused(`${resource.label}“${await titleOf(tx, resource, row)}”当前状态不能删除`)
    await refuseStale(writing, resource, row, seen?.get(id), { required: false, then: '删除' })
    for (const hook of hooksOf(resource)) await hook.beforeDelete?.({ ...writing, row })
    if (!resource.contract) await refuseReferenced(tx, resource, [row], goes)
    await markDeleted(writing, resource, [row])
  }
  touched(resource)
}

/** The last step of deleting: also for what goes with another record, so that each leaves its trace. */
export async function markDeleted(
  { tx, caller, services }: Writing,
  resource: Resource,
  rows: readonly Row[],
): Promise<void> {
  if (!rows.length) return
  const table = tableOf(resource)
  const now = localTime(services)
  const ids = rows.map(({ id }) => String(id))
  await tx
    .update(table)
    .set({ deleteTime: now, updateBy: caller.username, updateTime: now, version: sql`${table.version} + 1` })
    .where(oneOf(table.id, ids))
  await trace(
    tx,
    caller,
    resource,
    rows.map((row) => ({ operation: 'delete', id: String(row.id), version: Number(row.version) + 1, before: row })),
  )
}

/** Caches of this process that the write made stale. */
export function touched(resource: Resource): void {
  if (resource.name === 'sysDict' || resource.name === 'sysDictItem') forgetDictionaries()
}

/** Who holds one of these records by the pointer: the least of what it holds, and how many they are. */
export function holding(tx: Tx, other: Resource, pointer: Pointer, rows: readonly Row[], except?: readonly string[]) {
  const table = tableOf(other)
  const ids = rows.map((row) => String(row.id))
  const tenants = new Set(rows.map((row) => Number(row.tenantId)))
  const query = tx
    .select({ held: sql<string>`min(${pointer.column})`, count: sql<number>`count(distinct ${table.id})::int` })
    .from(table)
  const joined = pointer.lines ? query.innerJoin(pointer.lines, eq(pointer.lines.mainId, table.id)) : query
  return joined.where(
    and(
      // A tenant's records are named by its own and by the platform's; the index of the reference begins with it.
      tenants.has(PLATFORM) ? undefined : oneOf(table.tenantId, [PLATFORM, ...tenants]),
      pointer.multiple
        ? sql`string_to_array(${pointer.column}, ',') && ${sql.param(ids)}::text[]`
        : oneOf(pointer.column, ids),
      live(table),
      except && not(oneOf(table.id, except)),
    ),
  )
}

/** A record that others point at stays, unless those go with it: ids by the names of their resources. */
export async function refuseReferenced(
  tx: Tx,
  resource: Resource,
  rows: readonly Row[],
  goes: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<void> {
  for (const other of allResources())
    for (const pointer of pointersAt(resource, other)) {
      const [found] = await holding(tx, other, pointer, rows, goes.get(other.name))
      if (!found?.count) continue
      const row = rows.find(({ id }) => found.held.split(',').includes(String(id)))!
      const of = onlyRow(await holding(tx, other, pointer, [row], goes.get(other.name)))
      throw refused(
        `${resource.label}“${await titleOf(tx, resource, row)}”被 ${of.count} 条${other.label}的“${pointer.label}”引用，不能删除`,
      )
    }
}

interface Pointer {
  label: string
  column: AnyPgColumn
  /** The column holds several ids. */
  multiple: boolean
  /** The lines whose column it is. */
  lines?: LineTable
}

/** Every field of the other resource, of its own or of its lines, that may point at a record of this one. */
export const pointersAt = (resource: Resource, other: Resource): Pointer[] =>
  pointersOf(other, (field) => targetNames(field).includes(resource.name))

/** The same of whatever a field holds: of those for which `points` is true. */
export function pointersOf(other: Resource, points: (field: Field) => boolean): Pointer[] {
  return Object.entries(other.fields).flatMap(([name, field]): Pointer[] => {
    if (isLines(field)) {
      const lines = lineTableOf(other, name)
      return Object.entries(field.of)
        .filter(([, of]) => points(of))
        .map(([key, of]) => ({ label: field.label, column: columnOf(lines, key), multiple: isMultiple(of), lines }))
    }
    if (!points(field)) return []
    return [{ label: field.label, column: columnOf(tableOf(other), name), multiple: isMultiple(field) }]
  })
}

type LastWrite = NonNullable<Awaited<ReturnType<typeof lastWrite>>>

/** 已由 张三 于 10:32 通过 */
function toldBy(resource: Resource, { name, time, today, operation }: LastWrite): string {
  const done = operationName(resource, operation) ?? operation
  return `已由 ${name} 于 ${today ? time.slice(11, 16) : time.slice(0, 16)} ${done}`
}

/** The same of what is being done in this moment, and is not written yet. */
export const toldNow = (
  { caller, services }: Pick<Writing, 'caller' | 'services'>,
  resource: Resource,
  operation: string,
) => toldBy(resource, { name: caller.realname, time: localTime(services), today: true, operation })

/** 已由 张三 于 10:32 通过: who wrote the record after this version, what they did and when. */
export async function writtenSince(
  tx: Tx,
  resource: Resource,
  row: Row,
  since: number,
  otherwise: string,
): Promise<string> {
  const last = await lastWrite(tx, resource, String(row.id), { since })
  return last ? toldBy(resource, last) : `${resource.label}${otherwise}`
}

/**
 * Why a record is not where it would have to be: who moved it on from there and how, else where it is. Whoever made the
 * record, or wrote something else in it, is not to blame; nor is who put it before somebody while it still waits.
 */
export async function movedOn(
  tx: Tx,
  resource: Resource,
  row: Row,
  when: When | undefined,
  wanted: string,
): Promise<string> {
  const against = Object.entries(when ?? {}).filter(([name, values]) => !values?.includes(String(row[name])))
  const last = await lastWrite(tx, resource, String(row.id), { moved: against.map(([name]) => name) })
  if (last && (!stepAt(resource, row) || decisionsOf(resource).includes(last.operation))) return toldBy(resource, last)
  const shown = { ...row }
  await addWords(tx, resource, [shown])
  const states = against.map(
    ([name]) => `${resource.fields[name]?.label ?? name}为“${String(shown[`${name}_dictText`] ?? row[name] ?? '空')}”`,
  )
  return `${resource.label}的${states.join('，')}，不能${wanted}，请刷新后再看`
}

export async function refuseStale(
  { tx }: Pick<Writing, 'tx'>,
  resource: Resource,
  before: Row,
  version: unknown,
  { required, then = '保存' }: { required: boolean; then?: string },
): Promise<void> {
  if (version === undefined || version === null) {
    if (required) throw badInput(`缺少 version，请刷新后再${then}`)
    return
  }
  if (String(version) === String(before.version)) return
  const said = await writtenSince(tx, resource, before, Number(version) || 0, '已被修改')
  // Without the record: whoever may change it need not be allowed to read it, and whoever may asks for it.
  throw conflict(`${said}，请核对后再${then}`)
}

/** Of several that are to go, those that somebody wrote since they were seen, or that are gone: each by its name. */
export async function refuseChanged(
  { tx, caller }: Writing,
  resource: Resource,
  seen: ReadonlyMap<string, number>,
): Promise<void> {
  const found = new Map((await rowsOf(tx, caller, resource, [...seen.keys()])).map((row) => [row.id, row]))
  const excluded: Excluded[] = []
  for (const [id, version] of seen) {
    const row = found.get(id)
    if (row && row.version === version) continue
    const name = row ? await titleOf(tx, resource, row) : ''
    const reason = row ? await writtenSince(tx, resource, row, version, '已被修改') : '不存在或已被删除'
    excluded.push({ id, name, reason })
  }
  if (!excluded.length) return
  const gone = excluded.filter(({ name }) => !name).length
  const said = [
    ...excluded.filter(({ name }) => name).map(({ name, reason }) => `“${name}”${reason}`),
    ...(gone ? [`${gone} 条${resource.label}不存在或已被删除`] : []),
  ]
  throw conflict(`${summed(said)}，所选记录均未删除，请核对后再删除`, { excluded })
}

/**
 * Clients of the contract send whole rows back. What only repeats what we sent (system columns, texts, masked or
 * server-owned values) changes nothing and is dropped; what differs stays and is refused by name.
 */
function withoutEchoes(resource: Resource, body: Row, before: Row = {}, unmasked = true): Row {
  const kept: Row = {}
  const added = new Set(hooksOf(resource).flatMap((hook) => hook.adds ?? []))
  // Empty they mean none: no roles, no departments.
  const taken = new Set(hooksOf(resource).flatMap((hook) => Object.keys(hook.extras ?? {})))
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(resource.fields, name) ? knownField(resource, name) : undefined
    const ours =
      name in SYSTEM_COLUMNS || name === 'may' || name === 'delFlag' || added.has(name) || name.endsWith('_dictText')
    if (ours && (!field || (field.readOnly && added.has(name) && before.id !== undefined))) continue
    // Whatever it was when the record was read, it is worked out anew.
    if (field?.computed && before.id !== undefined) continue
    if (field && !unmasked && field.mask && value === masked(field, before[name]) && value !== before[name]) continue
    const owned = field && (field.readOnly || field.kind === 'serial' || (field.fixed && before.id !== undefined))
    if (owned && (asRead(value, before[name] ?? null) || value === masked(field, before[name]))) continue
    const foreign = owned || (!field && !taken.has(name))
    if (foreign && resource.contract && (value === null || value === '' || value === undefined)) continue
    // Words of lines that may be changed are not theirs either.
    kept[name] = field && isLines(field) ? withoutWords(value) : value
  }
  return kept
}

/** A number may come back as text: older clients of the contract make texts of what they sign. */
const asRead = (value: unknown, kept: unknown): boolean =>
  JSON.stringify(withoutWords(value)) === JSON.stringify(kept) || (typeof kept === 'number' && value === String(kept))

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
    const field = knownField(resource, name)
    if (!isLines(field) || (before && JSON.stringify(before[name]) === JSON.stringify(after[name]))) continue
    const rows = (after[name] as Row[] | null) ?? []
    const known = new Set(((before?.[name] as Row[] | undefined) ?? []).map((row) => row.id))
    if (before) await tx.delete(table).where(eq(table.mainId, after.id))
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

/** Turns a broken unique index into a sentence with the labels and the words of the row that broke it. */
export async function naming<T>(tx: Tx, resource: Resource, rows: readonly Row[], work: () => Promise<T>): Promise<T> {
  // A transaction that has failed answers nothing any more: words are asked for before.
  const said = await uniqueWords(tx, resource, rows)
  try {
    return await work()
  } catch (error) {
    const state = sqlState(error)
    const set =
      state?.code === '23505'
        ? resource.unique.find((names) => indexName(resource.table, [...names, 'key']) === state.constraint)
        : undefined
    if (!set) throw error
    const [leader] = set
    const [first = {}] = said
    const labels = set.map((name) => knownField(resource, name).label).join('、')
    const broken =
      said.find((row) =>
        set.every((name) => state?.detail?.includes(String(toColumn(knownField(resource, name), row[name])))),
      ) ?? first
    const values = set.map((name) => String(broken[`${name}_dictText`] ?? broken[name])).join('、')
    throw refused(`${labels}“${values}”已存在`, 500, { fields: { [leader]: `${labels}已存在` } })
  }
}

/** What the rows say in fields that only one of them may say; an id or a code is no word. */
async function uniqueWords(tx: Tx, resource: Resource, rows: readonly Row[]): Promise<readonly Row[]> {
  const fields = Object.fromEntries(
    [...new Set(resource.unique.flat())].map((name) => [name, knownField(resource, name)]),
  )
  if (!Object.values(fields).some(isWorded)) return rows
  const named = rows.map((row) => Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]])))
  await addWords(tx, { fields }, named)
  return named
}
