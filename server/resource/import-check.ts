/** Rows of a sheet as drafts: each is checked with the form's own rules, against the database and against the other rows. */
import { and } from 'drizzle-orm'
import { cellText, columnLetters, MAX_CELL_LENGTH, type Cell } from '@voltdesk/sheets'
import { draftSchema, problemsOf, withoutLeftovers } from '#model/checks.ts'
import { sameValue } from '#model/emptiness.ts'
import { entryOf } from '#model/kinds/entries.ts'
import type { Lookup } from '#model/kinds/entry.ts'
import { toHundredths } from '#model/money.ts'
import { editable, matches, permissionOf, type Resource, type UniqueSet, knownField } from '#model/resource.ts'
import { newId } from '../kernel/id.ts'
import { oneOf } from '../db/one-of.ts'
import { may } from '../kernel/caller.ts'
import { cellOf, problemOf } from './cells.ts'
import { ruleProblems } from './check-rule.ts'
import { hooksOf, together, type Change, type Row } from './hooks.ts'
import { Peers, type Entry, type FileMemory, type SheetRow } from './import-entry.ts'
import { textOf, uniqueIn, type Header } from './import-header.ts'
import { lookupFor } from './import-lookup.ts'
import { MOST_LEVELS, ownReferences } from './import-order.ts'
import { brokenPromises } from './import-promises.ts'
import { checkReferences } from './references.ts'
import { scopeOf } from './scope.ts'
import { tableOf, columnOf } from '../db/table.ts'
import { maskRows, mayUnmask, toColumn, toWire, wireRow } from './wire.ts'
import { addWords } from './words.ts'
import { newRow, withInitials, type Writing } from './write.ts'

export interface Import {
  resource: Resource
  header: Header
  /** Records that exist are changed instead of refused. */
  update: boolean
  memory: FileMemory
  /** What one call has checked is in the database before the next: parents are looked for there. */
  written: boolean
}

const EXISTS = '已存在，不能重复导入'

/** Reads and checks some rows of the file; nothing is written. Rows are given in their order, each once or again. */
export async function checkRows(writing: Writing, how: Import, rows: readonly SheetRow[]): Promise<Entry[]> {
  const { resource, header } = how
  const read = rows.map((row) => ({ row, entry: entryFor(header, row) }))
  const entries = read.map(({ entry }) => entry)
  const peers = how.written ? new Peers() : how.memory.peers
  const own = ownReferences(resource)
  for (const { name, column } of header.numbers) {
    const numbered = read.map(({ row, entry }) => ({ entry, draft: { [name]: textOf(row.cells[column]) } }))
    for (const { row, entry } of read) {
      const problem = problemOf(knownField(resource, name), row.cells[column] ?? null, cellName(column, row.line))
      if (problem) fault(resource, entry, name, problem)
    }
    await findExisting(writing, how, numbered, [name])
    for (const { entry, draft } of numbered)
      if (draft[name] && !entry.before) fault(resource, entry, name, '没有这个编号的记录，或无权使用；要新增请留空')
  }
  const [number] = header.numbers
  if (number && !how.update)
    for (const entry of entries) {
      if (!entry.before) continue
      fault(resource, entry, number.name, EXISTS)
      delete entry.before
    }
  if (own.length)
    for (const entry of entries) {
      peers.add(resource, entry)
      if (entry.before) peers.isThere(resource, entry, String(entry.before.id))
    }
  const lookup = await lookupFor(writing, resource, entries, peers)
  const columns = readingOrder(resource, header)
  const drafted = read.map(({ row, entry }) => {
    const draft = readCells(resource, entry, columns, row.cells, lookup)
    refuseUntitled(resource, header, entry, row.cells)
    return { row, entry, draft }
  })
  if (how.update) for (const set of uniqueIn(resource, header)) await findExisting(writing, how, drafted, set)
  if (!number && !uniqueIn(resource, header).length) await findTwins(writing, how, drafted)
  await leaveUnchanged(writing, resource, drafted)
  if (!may(writing.caller, permissionOf(resource, 'edit')))
    for (const entry of entries) if (entry.before) fault(resource, entry, resource.title, '已存在，您没有修改的权限')
  const schemas = { add: draftSchema(resource, 'add'), edit: draftSchema(resource, 'edit') }
  for (const { row, entry, draft } of drafted) {
    if (entry.before) changed(resource, schemas.edit, entry, entry.before, draft)
    else added(writing, resource, schemas.add, entry, draft)
    if (entry.before && own.length) peers.isThere(resource, entry, String(entry.before.id))
    if (row.tooDeep)
      for (const name of own)
        if (entry.texts[name]) fault(resource, entry, name, `互为上下级，或超过 ${MOST_LEVELS} 级`)
  }
  await checkTogether(writing, how, entries, peers)
  if (how.written) {
    for (const { entry, reason } of await brokenPromises(writing, resource, read))
      fault(resource, entry, resource.title, reason)
    // What stands below one of these was checked as if it came.
    blameParents(resource, entries, peers)
  }
  return entries
}

/** What is remembered of a row; its cells are not. */
function entryFor(header: Header, { line, cells }: SheetRow): Entry {
  const texts: Record<string, string> = {}
  header.names.forEach((name, index) => {
    if (name) texts[name] = textOf(cells[index])
  })
  return { line, id: newId(), texts, faults: [], row: {}, same: false, twin: false }
}

/** A row and what is to be written of it, as far as the file says. */
interface Drafted {
  entry: Entry
  draft: Row
}

const cellName = (column: number, line: number) => `${columnLetters(column)}${line}`

/** As the hooks see it. Only while it is checked does it know the file. */
export const changeOf = (writing: Writing, { row, before }: Entry): Change => ({
  ...writing,
  mode: before ? 'edit' : 'import',
  ...(before && { before }),
  after: row,
  extras: {},
})

type ReadColumn = readonly [name: string, index: number]

/** The columns that are read. What another one decides is read after it, wherever it stands. */
function readingOrder(resource: Resource, header: Header): readonly ReadColumn[] {
  const named = header.names.flatMap((name, index): ReadColumn[] => (name ? [[name, index]] : []))
  const decided = ([name]: ReadColumn) => 'by' in knownField(resource, name)
  return [...named.filter((column) => !decided(column)), ...named.filter(decided)]
}

function readCells(
  resource: Resource,
  entry: Entry,
  columns: readonly ReadColumn[],
  cellsOfRow: Cell[],
  lookup: Lookup,
): Row {
  const draft: Row = {}
  for (const [name, index] of columns) {
    const text = entry.texts[name] ?? ''
    if (text === '') continue
    const field = knownField(resource, name)
    const problem = problemOf(field, cellsOfRow[index] ?? null, cellName(index, entry.line))
    if (problem) {
      fault(resource, entry, name, problem)
      continue
    }
    const result = entryOf(field).sheet.read?.(field, text, cellsOfRow[index] ?? null, lookup, draft) ?? {
      problem: '不能导入',
    }
    if ('problem' in result) fault(resource, entry, name, result.problem)
    else draft[name] = result.value
  }
  return draft
}

/** A sign too much in a text table moves all that follows to the right: what lies beside the titles is never left out in silence. */
function refuseUntitled(resource: Resource, { width, untitled }: Header, entry: Entry, cellsOfRow: Cell[]): void {
  const beside = cellsOfRow.findIndex((cell, index) => index >= width && textOf(cell))
  const at = untitled.find((index) => textOf(cellsOfRow[index])) ?? beside
  if (at >= 0) fault(resource, entry, resource.title, `单元格 ${cellName(at, entry.line)} 没有表头`)
}

type Schema = ReturnType<typeof draftSchema>

function blame(resource: Resource, entry: Entry, issues: readonly { name: string; message: string }[]): void {
  for (const { name, message } of issues) fault(resource, entry, name, message)
}

function added(writing: Writing, resource: Resource, schema: Schema, entry: Entry, draft: Row): void {
  const parsed = schema.safeParse(withInitials(writing, resource, draft))
  entry.row = newRow(writing, resource, parsed.success ? parsed.data : {})
  entry.row.id = entry.id
  if (parsed.success) return
  blame(
    resource,
    entry,
    parsed.error.issues.map(({ path, message }) => ({ name: String(path[0] ?? ''), message })),
  )
}

/** Empty cells leave a value as it is. */
function changed(resource: Resource, schema: Schema, entry: Entry, before: Row, draft: Row): void {
  const given: Row = {}
  for (const [name, value] of Object.entries(draft)) {
    const field = knownField(resource, name)
    if (!field.fixed) given[name] = value
    else if (String(value ?? '') !== String(before[name] ?? '')) fault(resource, entry, name, '不能修改')
  }
  const parsed = schema.safeParse(given)
  entry.row = before
  if (!parsed.success)
    return blame(
      resource,
      entry,
      parsed.error.issues.map(({ path, message }) => ({ name: String(path[0] ?? ''), message })),
    )
  const changes = Object.fromEntries(Object.entries(parsed.data).filter(([, one]) => one !== undefined))
  const after: Row = withoutLeftovers(resource.fields, before, { ...before, ...changes })
  entry.row = after
  entry.same = editable(resource.fields).every((name) => sameValue(after[name], before[name]))
  if (entry.same) return
  if (!matches(before, resource.when.edit)) fault(resource, entry, resource.title, '当前状态不能修改')
  blame(
    resource,
    entry,
    Object.entries(problemsOf(resource, after)).map(([name, message]) => ({ name, message })),
  )
}

/** The first reason of a cell is the one that counts. */
function fault(resource: Resource, entry: Entry, name: string, reason: string): void {
  const label = resource.fields[name]?.label ?? ''
  if (entry.faults.some((one) => one.label === label)) return
  entry.faults.push({ line: entry.line, label, text: entry.texts[name] ?? '', reason })
}

/**
 * The records that rows name by `set`. Only records this person sees are theirs to change, and one file changes a record
 * once.
 */
async function findExisting(
  { tx, caller }: Writing,
  { resource, memory }: Import,
  drafted: readonly Drafted[],
  set: UniqueSet,
): Promise<void> {
  const table = tableOf(resource)
  const [first] = set
  const keyOf = (row: Row) => JSON.stringify(set.map((name) => sameText(resource, name, row[name])))
  const wanted = new Map<string, Entry[]>()
  const values = new Set<string>()
  for (const { entry, draft } of drafted) {
    if (entry.before || !set.every((name) => draft[name] != null && draft[name] !== '')) continue
    const key = keyOf(draft)
    wanted.set(key, [...(wanted.get(key) ?? []), entry])
    values.add(sameText(resource, first, draft[first]))
  }
  if (!wanted.size) return
  const among = oneOf(
    columnOf(table, first),
    [...values].map((value) => toColumn(knownField(resource, first), value)),
  )
  const found = await tx
    .select()
    .from(table)
    .where(and(among, scopeOf(caller, resource)))
  for (const record of found) {
    const before = wireRow(resource, record)
    const mark = `record ${before.id}`
    for (const entry of wanted.get(keyOf(before)) ?? []) {
      entry.before = before
      const earlier = memory.lines.get(mark) ?? entry.line
      memory.lines.set(mark, earlier)
      // The same line may come again: a run that was cut off begins anew.
      if (earlier !== entry.line) fault(resource, entry, first, `与第${earlier}行重复`)
    }
  }
}

/**
 * Where nothing in the file names a record: a row that says of a record all that an export says is that record, any other
 * that has the title of one may become its double.
 */
async function findTwins(writing: Writing, how: Import, drafted: readonly Drafted[]): Promise<void> {
  const { tx, caller } = writing
  const { resource, memory } = how
  const table = tableOf(resource)
  const column = columnOf(table, resource.title)
  const titled = new Map<string, Entry[]>()
  for (const { entry, draft } of drafted) {
    const title = String(draft[resource.title] ?? '')
    if (title) titled.set(title, [...(titled.get(title) ?? []), entry])
  }
  if (!titled.size || column.dataType !== 'string') return
  const found = await tx
    .select()
    .from(table)
    .where(and(oneOf(column, [...titled.keys()]), scopeOf(caller, resource)))
  const records = found.map((record) => ({ record: wireRow(resource, record) }))
  for (const { record, shown } of await asExported(writing, resource, records)) {
    const alike = titled.get(String(record[resource.title])) ?? []
    for (const entry of alike) entry.twin = true
    const mark = `record ${record.id}`
    const equal = alike.find(
      (entry) =>
        !entry.before &&
        [undefined, entry.line].includes(memory.lines.get(mark)) &&
        Object.entries(entry.texts).every(([name, text]) => saysTheSame(resource, name, text, shown)),
    )
    if (!equal || !how.update) continue
    memory.lines.set(mark, equal.line)
    equal.before = record
    equal.faults = []
    equal.twin = false
  }
}

/** The same with what an export writes of each record, by column. */
async function asExported<T extends { record: Row }>(
  { tx, caller }: Writing,
  resource: Resource,
  records: readonly T[],
): Promise<(T & { shown: Row })[]> {
  const copies = records.map((one) => ({ one, row: { ...one.record } }))
  const rows = copies.map(({ row }) => row)
  await addWords(tx, resource, rows)
  maskRows(resource, rows, caller)
  return copies.map(({ one, row }) => ({
    ...one,
    shown: Object.fromEntries(
      resource.excel.import.map((name) => [name, cellOf(knownField(resource, name), row, name)]),
    ),
  }))
}

/** An amount stands as 20.00 in a text file and as 20 in a sheet. */
const saysTheSame = (resource: Resource, name: string, text: string, shown: Row): boolean => {
  const cell = shown[name] as Cell
  const own = textOf(typeof cell === 'string' ? cellText(cell) : cell)
  const field = knownField(resource, name)
  const amount = ['money', 'percent'].includes(field.kind) ? toHundredths(text) : undefined
  if (own === text || (amount !== undefined && amount === toHundredths(own))) return true
  return entryOf(field).sheet.alike?.(own, text) ?? false
}

/** A cell that repeats what an export says of the record changes nothing, even where the words would mean several things. */
async function leaveUnchanged(writing: Writing, resource: Resource, drafted: readonly Drafted[]): Promise<void> {
  const existing = drafted.flatMap(({ entry, draft }) => (entry.before ? [{ entry, draft, record: entry.before }] : []))
  if (!existing.length) return
  const hides = !mayUnmask(writing.caller, resource)
  for (const { entry, draft, record, shown } of await asExported(writing, resource, existing))
    for (const [name, text] of Object.entries(entry.texts)) {
      if (text === '') continue
      if (!saysTheSame(resource, name, text, shown)) {
        // An export of some time ago, whose record has changed since.
        if (hides && knownField(resource, name).mask && text.includes('*'))
          fault(resource, entry, name, '是隐藏后的内容，不能导入')
        const kept = keptAsItIs(resource, name, record, shown)
        if (kept) fault(resource, entry, name, kept)
        continue
      }
      delete draft[name]
      const { label } = knownField(resource, name)
      entry.faults = entry.faults.filter((one) => one.label !== label || one.reason.startsWith('与第'))
    }
}

/** Why a cell cannot say what the record should hold instead: it never held all of it. */
function keptAsItIs(resource: Resource, name: string, record: Row, shown: Row): string | undefined {
  const [field, value] = [knownField(resource, name), record[name]]
  if (value == null || value === '') return undefined
  if (String(shown[name] ?? '').length > MAX_CELL_LENGTH)
    return `超过 ${MAX_CELL_LENGTH} 个字符，单元格只有开头一段，请在页面修改`
  return entryOf(field).sheet.kept?.(field, value)
}

/** The value as a record has it: 20 and 20.00 are one amount. */
const sameText = (resource: Resource, name: string, value: unknown): string => {
  const field = knownField(resource, name)
  return String(toWire(field, toColumn(field, value) ?? value) ?? '')
}

/** What needs the database or the other rows: references, uniqueness in the file and in the table, the hooks' own rules. */
async function checkTogether(writing: Writing, how: Import, entries: Entry[], peers: Peers): Promise<void> {
  const { resource, memory } = how
  const { tx, caller } = writing
  const own = ownReferences(resource)
  const sound = entries.filter((entry) => !entry.faults.length && !entry.same)
  const outside = sound.map((entry) => {
    const { row, before } = entry
    if (!own.length && !before) return { entry, row }
    const asked = { ...row }
    for (const name of own) if (peers.withId(row[name])) delete asked[name]
    // What a record points at already is not this file's doing.
    if (before) for (const name in resource.fields) if (before[name] === row[name]) delete asked[name]
    return { entry, row: asked }
  })
  const problemsIn = await checkReferences(
    tx,
    caller,
    resource.fields,
    outside.map(({ row }) => row),
  )
  for (const { entry, row } of outside)
    for (const [path, reason] of Object.entries(problemsIn(row))) {
      const [name = path] = path.split('.')
      fault(resource, entry, name, reason)
    }
  await checkUnique(writing, how, entries)
  const asked = entries.filter((entry) => !entry.faults.length && !entry.same)
  const peer = (id: string) => peers.withId(id)?.row
  const changes = asked.map((entry) => {
    const file = { line: entry.line, memory: memory.hooks }
    return { entry, change: { ...changeOf(writing, entry), peer, file } }
  })
  together(changes.map(({ change }) => change))
  for (const { entry, change } of changes) {
    for (const [path, reason] of Object.entries(await ruleProblems(change, resource))) {
      const [name = path] = path.split('.')
      if (reason) fault(resource, entry, name, reason)
    }
    for (const hook of hooksOf(resource))
      for (const [name, reason] of Object.entries((await hook.check?.(change)) ?? {}))
        if (reason) fault(resource, entry, name, reason)
  }
  blameParents(resource, entries, peers)
}

/** A row whose parent in the same file is wrong cannot be written either. */
function blameParents(resource: Resource, entries: Entry[], peers: Peers): void {
  // Parents come first.
  for (const entry of entries)
    for (const name of ownReferences(resource)) {
      const parent = peers.withId(entry.row[name])
      if (parent?.faults.length && !entry.faults.length)
        fault(resource, entry, name, `第${parent.line}行有错误，未导入`)
    }
}

async function checkUnique({ tx, caller }: Writing, { resource, memory }: Import, entries: Entry[]): Promise<void> {
  const table = tableOf(resource)
  for (const set of resource.unique) {
    const [leader] = set
    const keyed = entries.filter(
      ({ row, faults }) =>
        !faults.length &&
        set.every((name) => row[name] != null && row[name] !== '' && knownField(resource, name).kind !== 'serial'),
    )
    const keyOf = (row: Row) => JSON.stringify(set.map((name) => String(row[name])))
    const first = new Map<string, Entry>()
    for (const entry of keyed) {
      const key = keyOf(entry.row)
      const mark = `${set.join()} ${key}`
      const earlier = memory.lines.get(mark)
      // The same line may come again: a run that was cut off begins anew.
      if (earlier !== undefined && earlier !== entry.line) fault(resource, entry, leader, `与第${earlier}行重复`)
      else {
        memory.lines.set(mark, entry.line)
        if (!entry.same) first.set(key, entry)
      }
    }
    const leading = [...new Set([...first.values()].map(({ row }) => row[leader]))]
    for (let from = 0; from < leading.length; from += 1000) {
      const found = await tx
        .select({ id: table.id, ...Object.fromEntries(set.map((name) => [name, columnOf(table, name)])) })
        .from(table)
        .where(
          and(
            oneOf(
              columnOf(table, leader),
              leading.slice(from, from + 1000).map((value) => toColumn(knownField(resource, leader), value)),
            ),
            scopeOf({ ...caller, isAdmin: true }, resource),
          ),
        )
      for (const row of found as Row[]) {
        const wire = Object.fromEntries(set.map((name) => [name, toWire(knownField(resource, name), row[name])]))
        const entry = first.get(keyOf(wire))
        if (entry && !entry.faults.length && entry.before?.id !== row.id) fault(resource, entry, leader, EXISTS)
      }
    }
  }
}
