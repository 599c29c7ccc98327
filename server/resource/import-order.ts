/** Rows of a file that may name other rows of it: parents first, so that a long file can be written piece by piece. */
import type { Resource } from '#model/resource.ts'
import { textOf, type Header } from './import-header.ts'
import type { SheetRow } from './import-entry.ts'

/** Fields that point at a record of the same resource. */
export const ownReferences = (resource: Resource): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'ref' && field.to === resource.name ? [name] : [],
  )

export const MOST_LEVELS = 50

/**
 * The rows level by level; they are read once for each level, so that none need be held. Rows deeper than `MOST_LEVELS`,
 * as those below themselves are, come last and are marked. Where no row names another they come as they stand.
 */
export async function* parentsFirst(
  resource: Resource,
  header: Header,
  rows: () => AsyncIterable<SheetRow>,
): AsyncIterable<SheetRow> {
  const levels = await levelsOf(resource, header, rows)
  if (!levels) {
    yield* rows()
    return
  }
  for (const level of [...new Set(levels.values())].sort((a, b) => a - b))
    for await (const row of rows())
      if (levels.get(row.line) === level) yield level < MOST_LEVELS ? row : { ...row, tooDeep: true }
}

/** By line: how many rows of the file stand above the row. Undefined when none does. */
async function levelsOf(resource: Resource, header: Header, rows: () => AsyncIterable<SheetRow>) {
  const columns = ownReferences(resource)
    .map((name) => header.names.indexOf(name))
    .filter((column) => column >= 0)
  const title = header.names.indexOf(resource.title)
  if (!columns.length || title < 0) return undefined
  const above: { line: number; own: string; names: string[]; at: number }[] = []
  const levels = new Map<number, number>()
  /** By title: the deepest row that has it. */
  const deepest = new Map<string, number>()
  for await (const { line, cells } of rows()) {
    const own = textOf(cells[title])
    deepest.set(own, 0)
    levels.set(line, 0)
    const names = columns.map((column) => textOf(cells[column])).filter(Boolean)
    if (names.length) above.push({ line, own, names, at: 0 })
  }
  let moved = false
  for (let round = 0; round === 0 || (moved && round < MOST_LEVELS); round += 1) {
    moved = false
    for (const row of above) {
      const { line, own, names } = row
      let level = 0
      for (const name of names) level = Math.max(level, 1 + (deepest.get(name) ?? -1))
      level = Math.min(MOST_LEVELS, level)
      if (level <= row.at) continue
      row.at = level
      levels.set(line, level)
      deepest.set(own, Math.max(level, deepest.get(own) ?? 0))
      moved = true
    }
    // A file of a hundred thousand rows takes a moment; others have one between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return levels
}
