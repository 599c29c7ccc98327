/** Writes rows of a spreadsheet that were found sound. */
import { sameValue } from '#model/emptiness.ts'
import type { Resource } from '#model/resource.ts'
import { badInput, conflict } from '../kernel/errors.ts'
import { changeOf } from './import-check.ts'
import type { Entry } from './import-entry.ts'
import type { Row } from './hooks.ts'
import { findRow } from './list.ts'
import { titleOf } from './words.ts'
import { insertRows, updateRow, writtenSince, type Writing } from './write.ts'

/** The most one file may hold. */
export const MOST_ROWS = 100_000

export function refuseSize(rows: number): void {
  if (!rows) throw badInput('表格里没有数据行')
  if (rows > MOST_ROWS) throw badInput(`一次最多导入 ${MOST_ROWS} 行，这里有 ${rows} 行`)
}

/** Each after those it names as its parents. */
export async function writeEntries(writing: Writing, resource: Resource, good: readonly Entry[]): Promise<void> {
  const fresh = good.filter(({ before }) => !before)
  await insertRows(
    writing,
    resource,
    fresh.map((entry) => changeOf(writing, entry)),
  )
  for (const { before, row, same } of good) if (before && !same) await bringUpToDate(writing, resource, before, row)
}

async function bringUpToDate(writing: Writing, resource: Resource, before: Row, row: Row): Promise<void> {
  // Locked, and whole: what was compared before had no lines.
  const current = await findRow(writing.tx, writing.caller, resource, String(before.id), true)
  if (!current || current.version !== before.version) {
    const said = await writtenSince(writing.tx, resource, before, Number(before.version), '刚刚被修改')
    throw conflict(`“${await titleOf(writing.tx, resource, before)}”${said}，请重新导入`)
  }
  // Money moves without a version: what the file does not change stays as it is by now.
  const changes = Object.fromEntries(Object.entries(row).filter(([name, value]) => !sameValue(value, before[name])))
  await updateRow(
    { ...writing, mode: 'edit', before: current, after: { ...current, ...changes }, extras: {} },
    resource,
    'import',
  )
}
