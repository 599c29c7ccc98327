/** Rows of a sheet as drafts: each is checked with the form's own rules, against the database and against the other rows. */
import { and } from 'drizzle-orm'
import { draftSchema, problemsOf } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { editable, matches, permissionOf, type Resource } from '#model/resource.ts'
import { newId } from '../db/id.ts'
import { oneOf } from '../db/one-of.ts'
import type { Cell } from '../files/spreadsheet/index.ts'
import { may } from '../http/caller.ts'
import { cells, type Lookup, type Read } from './cells.ts'
import { hooksOf, type Change, type Row } from './hooks.ts'
import { textOf, type Header } from './import-header.ts'
import { lookupFor } from './import-lookup.ts'
import { checkReferences } from './references.ts'
import { scopeOf } from './scope.ts'
import { tableOf } from './table.ts'
import { masked, mayUnmask, toColumn, toWire, wireRow } from './wire.ts'
import { newRow, withInitials, type Writing } from './write.ts'

export interface Fault {
  /** Line of the sheet, counted as the spreadsheet program shows it. */
  line: number
  label: string
  text: string
  reason: string
}

/** A row of the sheet that holds something. */
export interface SheetRow {
  line: number
  cells: Cell[]
}

export interface Entry {
  line: number
  id: string
  texts: Record<string, string>
  faults: Fault[]
  /** The record it names, when records that exist are brought up to date. */
  before?: Row
  /** What will be written. */
  row: Row
  /** The record is so already. */
  same: boolean
}

/** What one file has shown so far: its later rows are compared with it. */
export interface FileMemory {
  /** By unique set and key: the line that came first. */
  lines: Map<string, number>
  hooks: Map<string, unknown>
}
export const newMemory = (): FileMemory => ({ lines: new Map(), hooks: new Map() })

export interface Import {
  resource: Resource
  header: Header
  /** Records that exist are changed instead of refused. */
  update: boolean
  memory: FileMemory
}

type ByText = (field: Field, text: string, cell: Cell, lookup: Lookup, row: Row) => Read

/** Reads and checks some rows of the file; nothing is written. Rows are given in their order, each once or again. */
export async function checkRows(writing: Writing, how: Import, rows: readonly SheetRow[]): Promise<Entry[]> {
  const { resource, header } = how
  const entries = rows.map(({ line, cells: cellsOfRow }): Entry => {
    const texts: Record<string, string> = {}
    header.names.forEach((name, index) => {
      if (name) texts[name] = textOf(cellsOfRow[index])
    })
    return { line, id: newId(), texts, faults: [], row: {}, same: false }
  })
  const lookup = await lookupFor(writing, resource, entries)
  const columns = readingOrder(resource, header)
  const drafts = entries.map((entry, index) => readCells(resource, entry, columns, rows[index]!.cells, lookup))
  if (how.update) await findExisting(writing, how, entries, drafts, rows)
  const schemas = { add: draftSchema(resource, 'add'), edit: draftSchema(resource, 'edit') }
  entries.forEach((entry, index) =>
    entry.before
      ? changed(writing, resource, schemas.edit, entry, drafts[index]!)
      : added(writing, resource, schemas.add, entry, drafts[index]!),
  )
  await checkTogether(writing, how, entries)
  return entries
}

/** As the hooks see it. Only while it is checked does it know the file. */
export const changeOf = (writing: Writing, peers: ReadonlyMap<string, Entry>, { row, before }: Entry): Change => ({
  ...writing,
  mode: before ? 'edit' : 'import',
  ...(before && { before }),
  after: row,
  extras: {},
  peer: (id) => peers.get(id)?.row,
})

export const peersOf = (entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [String(entry.row.id ?? entry.id), entry]))

type ReadColumn = readonly [name: string, index: number]

/** The columns that are read. What another one decides is read after it, wherever it stands. */
function readingOrder(resource: Resource, header: Header): readonly ReadColumn[] {
  const named = header.names.flatMap((name, index): ReadColumn[] => (name ? [[name, index]] : []))
  const decided = ([name]: ReadColumn) => 'by' in resource.fields[name]!
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
    if (entry.texts[name] === '') continue
    const field = resource.fields[name]!
    const read = cells[field.kind].read as ByText | undefined
    const result = read?.(field, entry.texts[name]!, cellsOfRow[index] ?? null, lookup, draft) ?? {
      problem: '不能导入',
    }
    if ('problem' in result) fault(resource, entry, name, result.problem)
    else draft[name] = result.value
  }
  return draft
}

type Schema = ReturnType<typeof draftSchema>

/** A cell that could not be read at all has its reason already. */
function blame(resource: Resource, entry: Entry, issues: readonly { name: string; message: string }[]): void {
  const failed = new Set(entry.faults.map(({ label }) => label))
  for (const { name, message } of issues)
    if (!failed.has(resource.fields[name]?.label ?? '')) fault(resource, entry, name, message)
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

/** Empty cells leave a value as it is, and so does a mask that only repeats what an export showed. */
function changed({ caller }: Writing, resource: Resource, schema: Schema, entry: Entry, draft: Row): void {
  const before = entry.before!
  const unmasked = mayUnmask(caller, resource)
  const given: Row = {}
  for (const [name, value] of Object.entries(draft)) {
    const field = resource.fields[name]!
    if (!unmasked && field.mask && entry.texts[name] === masked(field, before[name])) continue
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
  const after = { ...before, ...Object.fromEntries(Object.entries(parsed.data).filter(([, one]) => one !== undefined)) }
  entry.row = after
  entry.same = editable(resource.fields).every(
    (name) => JSON.stringify(after[name] ?? null) === JSON.stringify(before[name] ?? null),
  )
  if (entry.same) return
  if (!matches(before, resource.when.edit)) fault(resource, entry, resource.title, '当前状态不能修改')
  blame(
    resource,
    entry,
    Object.entries(problemsOf(resource, after)).map(([name, message]) => ({ name, message })),
  )
}

function fault(resource: Resource, entry: Entry, name: string, reason: string): void {
  const label = resource.fields[name]?.label ?? ''
  entry.faults.push({ line: entry.line, label, text: entry.texts[name] ?? '', reason })
}

/** By the record's own number, else by what may be there once only. Only records this person sees are theirs to change. */
async function findExisting(
  { tx, caller }: Writing,
  { resource, header }: Import,
  entries: readonly Entry[],
  drafts: readonly Row[],
  rows: readonly SheetRow[],
): Promise<void> {
  const table = tableOf(resource)
  const { serial } = header
  const sets = [
    ...(serial ? [[serial.name]] : []),
    ...resource.unique.filter((set) => set.every((name) => header.names.includes(name))),
  ]
  const keyOf = (set: readonly string[], row: Row) => JSON.stringify(set.map((name) => String(row[name])))
  for (const set of sets) {
    const wanted = new Map<string, Entry>()
    entries.forEach((entry, index) => {
      const row =
        set[0] === serial?.name ? { [serial!.name]: textOf(rows[index]!.cells[serial!.column]) } : drafts[index]!
      if (!entry.before && set.every((name) => row[name] != null && row[name] !== ''))
        wanted.set(keyOf(set, row), entry)
    })
    if (!wanted.size) continue
    const first = set[0]!
    const values = [...new Set([...wanted.keys()].map((key) => (JSON.parse(key) as string[])[0]!))]
    const found = await tx
      .select()
      .from(table)
      .where(
        and(
          oneOf(
            table[first]!,
            values.map((value) => toColumn(resource.fields[first]!, value)),
          ),
          scopeOf(caller, resource),
        ),
      )
    for (const record of found) {
      const before = wireRow(resource, record)
      const entry = wanted.get(keyOf(set, before))
      if (entry && !entry.before) entry.before = before
    }
  }
  if (!may(caller, permissionOf(resource, 'edit')))
    for (const entry of entries) if (entry.before) fault(resource, entry, resource.title, '已存在，您没有修改的权限')
}

/** What needs the database or the other rows: references, uniqueness in the file and in the table, the hooks' own rules. */
async function checkTogether(writing: Writing, how: Import, entries: Entry[]): Promise<void> {
  const { resource, memory } = how
  const { tx, caller } = writing
  const peers = peersOf(entries)
  const own = Object.keys(resource.fields).filter((name) => {
    const field = resource.fields[name]!
    return field.kind === 'ref' && field.to === resource.name
  })
  const sound = entries.filter((entry) => !entry.faults.length && !entry.same)
  const outside = sound.map(({ row, before }) => {
    if (!own.length && !before) return row
    const asked = { ...row }
    for (const name of own) if (peers.has(String(row[name]))) delete asked[name]
    // What a record points at already is not this file's doing.
    if (before) for (const name in resource.fields) if (before[name] === row[name]) delete asked[name]
    return asked
  })
  const problems = await checkReferences(tx, caller, resource.fields, outside)
  sound.forEach((entry, index) =>
    Object.entries(problems[index]!).forEach(([name, reason]) => fault(resource, entry, name.split('.')[0]!, reason)),
  )
  await checkUnique(writing, how, entries)
  for (const entry of entries) {
    if (entry.faults.length || entry.same) continue
    for (const hook of hooksOf(resource)) {
      const file = { line: entry.line, memory: memory.hooks }
      const found = (await hook.check?.({ ...changeOf(writing, peers, entry), file })) ?? {}
      for (const [name, reason] of Object.entries(found)) if (reason) fault(resource, entry, name, reason)
    }
  }
  blameParents(resource, entries, peers)
}

/** A row whose parent in the same file is wrong cannot be written either. */
function blameParents(resource: Resource, entries: Entry[], peers: ReadonlyMap<string, Entry>): void {
  const own = Object.entries(resource.fields).filter(([, field]) => field.kind === 'ref' && field.to === resource.name)
  if (!own.length) return
  for (let again = true; again;) {
    again = false
    for (const entry of entries)
      for (const [name] of own) {
        const parent = peers.get(String(entry.row[name] ?? ''))
        if (!parent?.faults.length || entry.faults.length) continue
        fault(resource, entry, name, `第${parent.line}行有错误，未导入`)
        again = true
      }
  }
}

async function checkUnique({ tx, caller }: Writing, { resource, memory }: Import, entries: Entry[]): Promise<void> {
  const table = tableOf(resource)
  for (const set of resource.unique) {
    const keyed = entries.filter(
      ({ row, faults }) =>
        !faults.length &&
        set.every((name) => row[name] != null && row[name] !== '' && resource.fields[name]!.kind !== 'serial'),
    )
    const keyOf = (row: Row) => JSON.stringify(set.map((name) => String(row[name])))
    const first = new Map<string, Entry>()
    for (const entry of keyed) {
      const key = keyOf(entry.row)
      const mark = `${set.join()} ${key}`
      const earlier = memory.lines.get(mark)
      // The same line may come again: a run that was cut off begins anew.
      if (earlier !== undefined && earlier !== entry.line) fault(resource, entry, set[0]!, `与第${earlier}行重复`)
      else {
        memory.lines.set(mark, entry.line)
        if (!entry.same) first.set(key, entry)
      }
    }
    const leading = [...new Set([...first.values()].map(({ row }) => row[set[0]!]))]
    for (let from = 0; from < leading.length; from += 1000) {
      const found = await tx
        .select({ id: table.id!, ...Object.fromEntries(set.map((name) => [name, table[name]!])) })
        .from(table)
        .where(
          and(
            oneOf(
              table[set[0]!]!,
              leading.slice(from, from + 1000).map((value) => toColumn(resource.fields[set[0]!]!, value)),
            ),
            scopeOf({ ...caller, isAdmin: true }, resource),
          ),
        )
      for (const row of found as Row[]) {
        const wire = Object.fromEntries(set.map((name) => [name, toWire(resource.fields[name]!, row[name])]))
        const entry = first.get(keyOf(wire))
        if (entry && !entry.faults.length && entry.before?.id !== row.id)
          fault(resource, entry, set[0]!, `已存在，不能重复导入`)
      }
    }
  }
}
