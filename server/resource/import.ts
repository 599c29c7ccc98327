/** A spreadsheet as drafts: every row is checked first, with the form's own rules; then the good ones are written in one transaction. */
import { and, inArray } from 'drizzle-orm'
import { draftSchema } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import type { Resource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { badInput } from '../http/errors.ts'
import type { Cell, SheetContent } from '../files/spreadsheet/index.ts'
import { cells, type Lookup, type Read } from './cells.ts'
import { hooksOf, type Change, type Row } from './hooks.ts'
import { checkReferences } from './references.ts'
import { scopeOf } from './scope.ts'
import { tableOf } from './table.ts'
import { toColumn, toWire } from './wire.ts'
import { dictionaries, targetNames } from './words.ts'
import { insertRows, newRow, withInitials, type Writing } from './write.ts'

export interface Fault {
  /** Line of the sheet, counted as the spreadsheet program shows it. */
  line: number
  label: string
  text: string
  reason: string
}
export interface ImportReport {
  total: number
  written: number
  faults: Fault[]
}

const HEADER_WITHIN = 5
const MOST_ROWS = 100_000

interface Entry {
  line: number
  texts: Record<string, string>
  row: Row
  faults: Fault[]
}

const textOf = (cell: Cell | undefined): string => (cell == null ? '' : String(cell).trim())

/** Finds the header among the first rows: names come from the definition, in any order; unknown columns are refused by name. */
function headerOf(resource: Resource, sheet: SheetContent): { at: number; names: (string | undefined)[] } {
  const byLabel = new Map(resource.excel.import.map((name) => [resource.fields[name]!.label, name]))
  const known = (cell: Cell | undefined) => byLabel.get(textOf(cell).replace(/[*＊\s]+$/, ''))
  let best = { at: -1, hits: 0 }
  sheet.rows.slice(0, HEADER_WITHIN).forEach((cellsOfRow, at) => {
    const hits = cellsOfRow.filter((cell) => known(cell)).length
    if (hits > best.hits) best = { at, hits }
  })
  const required = resource.excel.import.filter(
    (name) => resource.fields[name]!.required && initial(resource.fields[name]!) === undefined,
  )
  if (best.at < 0)
    throw badInput(
      `没有找到表头。第一行应有这些列：${resource.excel.import.map((name) => resource.fields[name]!.label).join('、')}`,
    )
  const names = sheet.rows[best.at]!.map((cell) => known(cell))
  const absent = required.filter((name) => !names.includes(name))
  if (absent.length) throw badInput(`表头缺少必填列：${absent.map((name) => resource.fields[name]!.label).join('、')}`)
  const twice = names.find((name, index) => name && names.indexOf(name) !== index)
  if (twice) throw badInput(`表头里“${resource.fields[twice]!.label}”出现了两次`)
  // Columns that an export wrote but a person may not set are left alone; a column nobody knows is a mistake.
  const labels = new Set([...Object.values(resource.fields).map((field) => field.label), '创建时间', '创建人'])
  const strange = sheet.rows[best.at]!.map(textOf).filter(
    (title, index) => title && !names[index] && !labels.has(title),
  )
  if (strange.length) throw badInput(`表头里有不认识的列：${strange.join('、')}`)
  return { at: best.at, names }
}

const initial = (field: Field): unknown => ('initial' in field ? field.initial : undefined)

/** Reads, checks and writes one sheet. `allOrNothing` writes nothing when any row is wrong. */
export async function importRows(
  writing: Writing,
  resource: Resource,
  sheet: SheetContent,
  allOrNothing: boolean,
): Promise<ImportReport> {
  const { at, names } = headerOf(resource, sheet)
  const filled = sheet.rows
    .map((cellsOfRow, index) => ({ line: index + 1, cellsOfRow }))
    .slice(at + 1)
    .filter(({ cellsOfRow }) => cellsOfRow.some((cell) => textOf(cell) !== ''))
  if (!filled.length) throw badInput('表格里没有数据行')
  if (filled.length > MOST_ROWS) throw badInput(`一次最多导入 ${MOST_ROWS} 行，这里有 ${filled.length} 行`)
  const entries = filled.map(({ line, cellsOfRow }): Entry => {
    const texts = Object.fromEntries(names.flatMap((name, index) => (name ? [[name, textOf(cellsOfRow[index])]] : [])))
    return { line, texts, faults: [], row: newRow(writing, resource, {}) }
  })
  const lookup = await lookupFor(writing, resource, entries)
  entries.forEach((entry, index) => readEntry(writing, resource, entry, names, filled[index]!.cellsOfRow, lookup))
  await checkEntries(writing, resource, entries)
  const good = entries.filter((entry) => !entry.faults.length)
  const faults = entries.flatMap((entry) => entry.faults)
  if (faults.length && allOrNothing) return { total: entries.length, written: 0, faults }
  await insertRows(
    good.map((entry) => changeOf(writing, entries, entry)),
    resource,
  )
  return { total: entries.length, written: good.length, faults }
}

const changeOf = (writing: Writing, entries: Entry[], { row }: Entry): Change => ({
  ...writing,
  mode: 'import',
  after: row,
  extras: {},
  peer: (id) => entries.find((entry) => entry.row.id === id)?.row,
})

function readEntry(
  writing: Writing,
  resource: Resource,
  entry: Entry,
  names: (string | undefined)[],
  cellsOfRow: Cell[],
  lookup: Lookup,
): void {
  const draft: Row = {}
  names.forEach((name, index) => {
    if (!name || entry.texts[name] === '') return
    const field = resource.fields[name]!
    const read = cells[field.kind].read as
      ((field: Field, text: string, cell: Cell, lookup: Lookup, row: Row) => Read) | undefined
    const result = read?.(field, entry.texts[name]!, cellsOfRow[index] ?? null, lookup, draft) ?? {
      problem: '不能导入',
    }
    if ('problem' in result) fault(resource, entry, name, result.problem)
    else draft[name] = result.value
  })
  const failed = new Set(entry.faults.map(({ label }) => label))
  const parsed = draftSchema(resource, 'add').safeParse(withInitials(writing, resource, draft))
  if (parsed.success) Object.assign(entry.row, newRow(writing, resource, parsed.data), { id: entry.row.id })
  else
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0] ?? '')
      const label = resource.fields[name]?.label ?? ''
      // A cell that could not be read at all has its reason already.
      if (!failed.has(label)) fault(resource, entry, name, issue.message)
    }
}

function fault(resource: Resource, entry: Entry, name: string, reason: string): void {
  const label = resource.fields[name]?.label ?? ''
  entry.faults.push({ line: entry.line, label, text: entry.texts[name] ?? '', reason })
}

/** What needs the database or the other rows: references, uniqueness in the file and in the table, the hooks' own rules. */
async function checkEntries(writing: Writing, resource: Resource, entries: Entry[]): Promise<void> {
  const { tx, caller } = writing
  const byId = new Map(entries.map((entry) => [entry.row.id as string, entry]))
  const inFile = (name: string, value: unknown) => {
    const field = resource.fields[name]!
    return field.kind === 'ref' && field.to === resource.name && byId.has(String(value))
  }
  const sound = entries.filter((entry) => !entry.faults.length)
  const outside = sound.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => !resource.fields[name] || !inFile(name, value))),
  )
  const problems = await checkReferences(tx, caller, resource.fields, outside)
  sound.forEach((entry, index) =>
    Object.entries(problems[index]!).forEach(([name, reason]) => fault(resource, entry, name.split('.')[0]!, reason)),
  )
  await checkUnique(writing, resource, entries)
  for (const entry of entries) {
    if (entry.faults.length) continue
    for (const hook of hooksOf(resource)) {
      const found = (await hook.check?.(changeOf(writing, entries, entry))) ?? {}
      for (const [name, reason] of Object.entries(found)) if (reason) fault(resource, entry, name, reason)
    }
  }
  blameParents(resource, entries, byId)
}

/** A row whose parent in the same file is wrong cannot be written either. */
function blameParents(resource: Resource, entries: Entry[], byId: Map<string, Entry>): void {
  for (let changed = true; changed;) {
    changed = false
    for (const entry of entries)
      for (const [name, field] of Object.entries(resource.fields)) {
        const parent =
          field.kind === 'ref' && field.to === resource.name ? byId.get(String(entry.row[name] ?? '')) : undefined
        if (!parent?.faults.length || entry.faults.length) continue
        fault(resource, entry, name, `第${parent.line}行有错误，未导入`)
        changed = true
      }
  }
}

async function checkUnique({ tx, caller }: Writing, resource: Resource, entries: Entry[]): Promise<void> {
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
      const earlier = first.get(keyOf(entry.row))
      if (earlier) fault(resource, entry, set[0]!, `与第${earlier.line}行重复`)
      else first.set(keyOf(entry.row), entry)
    }
    const leading = [...new Set([...first.values()].map(({ row }) => row[set[0]!]))]
    for (let from = 0; from < leading.length; from += 1000) {
      const found = await tx
        .select(Object.fromEntries(set.map((name) => [name, table[name]!])))
        .from(table)
        .where(
          and(
            inArray(
              table[set[0]!]!,
              leading.slice(from, from + 1000).map((value) => toColumn(resource.fields[set[0]!]!, value)),
            ),
            scopeOf({ ...caller, isAdmin: true }, resource),
          ),
        )
      for (const row of found as Row[]) {
        const wire = Object.fromEntries(set.map((name) => [name, toWire(resource.fields[name]!, row[name])]))
        const entry = first.get(keyOf(wire))
        if (entry && !entry.faults.length) fault(resource, entry, set[0]!, `已存在，不能重复导入`)
      }
    }
  }
}

/** Words → values for a whole sheet: each target is asked once, rows of the same file count as records too. */
async function lookupFor({ tx, caller }: Writing, resource: Resource, entries: Entry[]): Promise<Lookup> {
  const words = await dictionaries(tx)
  const byText = new Map(
    [...words].map(([code, items]) => [code, new Map([...items].map(([value, text]) => [text, value]))]),
  )
  const wanted = new Map<string, Set<string>>()
  for (const name of resource.excel.import) {
    const field = resource.fields[name]!
    for (const target of targetNames(field)) {
      const texts = wanted.get(target) ?? new Set<string>()
      for (const entry of entries)
        for (const part of (entry.texts[name] ?? '').split(/[,，、;；]/)) if (part.trim()) texts.add(part.trim())
      for (const entry of entries) if (entry.texts[name]) texts.add(entry.texts[name])
      wanted.set(target, texts)
    }
  }
  const found = new Map<string, Map<string, string[]>>()
  for (const [name, texts] of wanted)
    found.set(name, await idsByTitle({ tx, caller }, resourceNamed(name)!, [...texts]))
  const peers = new Map<string, string[]>()
  for (const entry of entries) {
    const title = entry.texts[resource.title]
    if (title) peers.set(title, [...(peers.get(title) ?? []), String(entry.row.id)])
  }
  return {
    dict: (code, text) => (words.get(code)?.has(text) ? text : byText.get(code)?.get(text)),
    record(target, text) {
      const own = target === resource.name ? (peers.get(text) ?? []) : []
      const ids = found.get(target)?.get(text) ?? own
      if (ids.length === 1) return ids[0]!
      return { problem: ids.length ? `“${text}”有多个同名记录，请改用编号` : `没有“${text}”，或无权使用` }
    },
  }
}

async function idsByTitle(
  { tx, caller }: Pick<Writing, 'tx' | 'caller'>,
  target: Resource,
  texts: string[],
): Promise<Map<string, string[]>> {
  const table = tableOf(target)
  const serial = Object.entries(target.fields).find(([, field]) => field.kind === 'serial')?.[0]
  const byText = new Map<string, string[]>()
  for (const column of [table[target.title]!, ...(serial ? [table[serial]!] : [])])
    for (let from = 0; from < texts.length; from += 1000) {
      const rows = await tx
        .select({ id: table.id!, text: column })
        .from(table)
        .where(and(inArray(column, texts.slice(from, from + 1000)), scopeOf(caller, target)))
      for (const { id, text } of rows as { id: string; text: unknown }[])
        byText.set(String(text), [...(byText.get(String(text)) ?? []), id])
    }
  return byText
}
