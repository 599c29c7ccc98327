/** A spreadsheet as records: every row is checked before any is written. */
import type { Resource } from '#model/resource.ts'
import { badInput, conflict } from '../http/errors.ts'
import type { Cell, SheetContent } from '../files/spreadsheet/index.ts'
import { changeOf, checkRows, newMemory, peersOf, type Entry, type Fault, type SheetRow } from './import-check.ts'
import { headerOf, textOf } from './import-header.ts'
import { findRow } from './list.ts'
import { insertRows, updateRow, type Writing } from './write.ts'

export type { Fault } from './import-check.ts'

export interface ImportReport {
  total: number
  written: number
  faults: Fault[]
}

/** The most one file may hold. */
export const MOST_ROWS = 100_000

export const isFilled = (cells: readonly Cell[]): boolean => cells.some((cell) => textOf(cell) !== '')

export function refuseSize(rows: number): void {
  if (!rows) throw badInput('表格里没有数据行')
  if (rows > MOST_ROWS) throw badInput(`一次最多导入 ${MOST_ROWS} 行，这里有 ${rows} 行`)
}

/** Checks and writes one sheet in one go. `allOrNothing` writes nothing when any row is wrong. */
export async function importRows(
  writing: Writing,
  resource: Resource,
  sheet: SheetContent,
  allOrNothing: boolean,
): Promise<ImportReport> {
  const header = headerOf(resource, sheet.rows)
  const rows = sheet.rows
    .map((cells, index): SheetRow => ({ line: index + 1, cells }))
    .slice(header.at + 1)
    .filter(({ cells }) => isFilled(cells))
  refuseSize(rows.length)
  const entries = await checkRows(writing, { resource, header, update: false, memory: newMemory() }, rows)
  const faults = entries.flatMap((entry) => entry.faults)
  if (faults.length && allOrNothing) return { total: entries.length, written: 0, faults }
  const good = entries.filter((entry) => !entry.faults.length)
  await writeEntries(writing, resource, entries, good)
  return { total: entries.length, written: good.length, faults }
}

/** Writes entries that were found sound; `all` are those they were checked with. */
export async function writeEntries(
  writing: Writing,
  resource: Resource,
  all: readonly Entry[],
  good: readonly Entry[],
): Promise<void> {
  const peers = peersOf(all)
  const fresh = good.filter(({ before }) => !before)
  await insertRows(
    fresh.map((entry) => changeOf(writing, peers, entry)),
    resource,
  )
  for (const entry of good) if (entry.before && !entry.same) await bringUpToDate(writing, resource, entry)
}

async function bringUpToDate(writing: Writing, resource: Resource, { before, row }: Entry): Promise<void> {
  // Locked, and whole: what was compared before had no lines.
  const current = await findRow(writing.tx, writing.caller, resource, String(before!.id), true)
  if (!current || current.version !== before!.version)
    throw conflict(`${resource.label}“${String(before![resource.title])}”刚刚被修改，请重新导入`)
  await updateRow(
    { ...writing, mode: 'edit', before: current, after: { ...current, ...row }, extras: {} },
    resource,
    'import',
  )
}
