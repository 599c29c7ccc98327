import type { Cell } from '@voltdesk/sheets'
import { listed } from '#model/listed.ts'
import { SYSTEM_COLUMNS, type Field } from '#model/fields.ts'
import { knownField, type Resource, type UniqueSet } from '#model/resource.ts'
import { badInput } from '../kernel/errors.ts'

/** The header is looked for among so many rows. */
export const HEADER_WITHIN = 5

export interface Header {
  /** Index of its row. */
  at: number
  /** Fields by column; undefined for columns that are not imported. */
  names: (string | undefined)[]
  /** So many columns have a title, and these have none among them. */
  width: number
  untitled: readonly number[]
  /** The columns of a record's own numbers, as an export writes them: they name the record that exists. */
  numbers: { name: string; column: number }[]
}

export const textOf = (cell: Cell | undefined): string => (cell == null ? '' : String(cell).trim())

const initial = (field: Field): unknown => ('initial' in field ? field.initial : undefined)

/** A file without this column is refused. */
export const isNeeded = (resource: Resource, name: string): boolean =>
  Boolean(knownField(resource, name).required) && initial(knownField(resource, name)) === undefined

/** How the line of examples of a template begins. */
export const EXAMPLE = '示例：'
/** It stands under the titles and is not imported. */
export const isExample = (cells: readonly Cell[] | undefined): boolean =>
  textOf(cells?.find((cell) => textOf(cell) !== '')).startsWith(EXAMPLE)

/** Finds the header among the first rows: names come from the definition, in any order; unknown columns are refused by name. */
export function headerOf(resource: Resource, rows: readonly Cell[][]): Header {
  const byLabel = new Map(resource.excel.import.map((name) => [knownField(resource, name).label, name]))
  const known = (cell: Cell | undefined) => byLabel.get(textOf(cell).replace(/[*＊\s]+$/, ''))
  let best: { at: number; cells: readonly Cell[]; hits: number } | undefined
  for (const [at, cells] of rows.slice(0, HEADER_WITHIN).entries()) {
    const hits = cells.filter((cell) => known(cell)).length
    if (hits > (best?.hits ?? 0)) best = { at, cells, hits }
  }
  const required = resource.excel.import.filter((name) => isNeeded(resource, name))
  if (!best)
    throw badInput(
      `没有找到表头。第一行应有这些列：${resource.excel.import.map((name) => knownField(resource, name).label).join('、')}`,
    )
  const names = best.cells.map((cell) => known(cell))
  const absent = required.filter((name) => !names.includes(name))
  if (absent.length)
    throw badInput(`表头缺少必填列：${absent.map((name) => knownField(resource, name).label).join('、')}`)
  const twice = names.find((name, index) => name && names.indexOf(name) !== index)
  if (twice) throw badInput(`表头里“${knownField(resource, twice).label}”出现了两次`)
  const titles = best.cells.map(textOf)
  // Columns that an export wrote but a person may not set are left alone; a column nobody knows is a mistake.
  const labels = new Set([resource.fields, SYSTEM_COLUMNS].flatMap(Object.values<Field>).map(({ label }) => label))
  const strange = titles.filter((title, index) => title && !names[index] && !labels.has(title))
  if (strange.length) throw badInput(`表头里有不认识的列：${listed(strange)}`)
  const numbers = ownNumbers(resource)
    .map((name) => ({ name, column: titles.indexOf(knownField(resource, name).label) }))
    .filter(({ column }) => column >= 0)
  const width = titles.findLastIndex(Boolean) + 1
  const untitled = titles.flatMap((title, index) => (title || index >= width ? [] : [index]))
  return { at: best.at, names, width, untitled, numbers }
}

/** Numbers the platform gives, each of which names one record. */
export const ownNumbers = (resource: Resource): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'serial' || (field.readOnly && resource.unique.some((set) => set.join() === name)) ? [name] : [],
  )

/** How somebody is reached. Who may not see it finds nobody by it. */
const CONTACTS: readonly unknown[] = ['mobile', 'email']
const isTold = (field: Field): boolean => field.kind === 'text' && !field.mask && !CONTACTS.includes(field.format)

/** What no second record of it has, besides its title. */
export const tellingApart = (target: Resource): string[] => {
  const alone = target.unique.flatMap(([name, ...more]) =>
    !more.length && isTold(knownField(target, name)) ? [name] : [],
  )
  return [...new Set([...alone, ...ownNumbers(target)])].filter((name) => name !== target.title)
}

/** What names one of its records in a cell. */
export const namedBy = (target: Resource): string[] => [target.title, ...tellingApart(target)]

/** 姓名、用户名或工号 */
export const anyOf = (target: Resource, names: readonly string[]): string => {
  const labels = names.map((name) => knownField(target, name).label)
  return [labels.slice(0, -1).join('、'), labels.at(-1)].filter(Boolean).join('或')
}

/** What may be there once only, of the columns the file has. */
export const uniqueIn = (resource: Resource, { names }: Header): readonly UniqueSet[] =>
  resource.unique.filter((set) => set.every((name) => names.includes(name)))
