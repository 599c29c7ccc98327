import type { Field } from '#model/fields.ts'
import type { Resource } from '#model/resource.ts'
import type { Cell } from '../files/spreadsheet/index.ts'
import { badInput } from '../http/errors.ts'

/** The header is looked for among so many rows. */
export const HEADER_WITHIN = 5

export interface Header {
  /** Index of its row. */
  at: number
  /** Fields by column; undefined for columns that are not imported. */
  names: (string | undefined)[]
  /** The column of the record's own number, as an export writes it: it names the record that exists. */
  serial?: { name: string; column: number }
}

export const textOf = (cell: Cell | undefined): string => (cell == null ? '' : String(cell).trim())

const initial = (field: Field): unknown => ('initial' in field ? field.initial : undefined)

/** Finds the header among the first rows: names come from the definition, in any order; unknown columns are refused by name. */
export function headerOf(resource: Resource, rows: readonly Cell[][]): Header {
  const byLabel = new Map(resource.excel.import.map((name) => [resource.fields[name]!.label, name]))
  const known = (cell: Cell | undefined) => byLabel.get(textOf(cell).replace(/[*＊\s]+$/, ''))
  let best = { at: -1, hits: 0 }
  rows.slice(0, HEADER_WITHIN).forEach((cellsOfRow, at) => {
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
  const names = rows[best.at]!.map((cell) => known(cell))
  const absent = required.filter((name) => !names.includes(name))
  if (absent.length) throw badInput(`表头缺少必填列：${absent.map((name) => resource.fields[name]!.label).join('、')}`)
  const twice = names.find((name, index) => name && names.indexOf(name) !== index)
  if (twice) throw badInput(`表头里“${resource.fields[twice]!.label}”出现了两次`)
  // Columns that an export wrote but a person may not set are left alone; a column nobody knows is a mistake.
  const labels = new Set([...Object.values(resource.fields).map((field) => field.label), '创建时间', '创建人'])
  const strange = rows[best.at]!.map(textOf).filter((title, index) => title && !names[index] && !labels.has(title))
  if (strange.length) throw badInput(`表头里有不认识的列：${strange.join('、')}`)
  const serial = Object.entries(resource.fields).find(([, field]) => field.kind === 'serial')
  const numbered = serial ? rows[best.at]!.map(textOf).indexOf(serial[1].label) : -1
  return { at: best.at, names, ...(numbered >= 0 && { serial: { name: serial![0], column: numbered } }) }
}
