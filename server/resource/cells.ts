/** Spreadsheet cells: what each kind writes, and what it makes of a cell that a person typed. */
import type { FieldKind, FieldOf } from '#model/fields.ts'
import { kinds } from '#model/kinds.ts'
import { paragraphsOf, wordsOf } from '#model/richText.ts'
import { offValue } from '#model/emptiness.ts'
import { standsFor } from '#model/typed.ts'
import type { Cell, Column } from '../files/spreadsheet/index.ts'
import type { Row } from './hooks.ts'
import { areaCode } from './words.ts'

/** Finds the value behind a word: dictionary value or record id. A problem comes back as `{ problem }`. */
export interface Lookup {
  dict(code: string, text: string): string | undefined
  record(target: string, text: string): string | { problem: string }
}
export type Read = { value: unknown } | { problem: string }

interface CellKind<K extends FieldKind> {
  column: Column['kind']
  write(field: FieldOf<K>, row: Row, name: string): Cell
  /** Undefined: the kind cannot be imported. Checks of form come later, with the same schema as the form. */
  read?(field: FieldOf<K>, text: string, cell: Cell, lookup: Lookup, row: Row): Read
}

const plain = (row: Row, name: string): Cell => (row[name] == null ? null : String(row[name]))
const words = (row: Row, name: string): Cell => (row[`${name}_dictText`] ?? plain(row, name)) as Cell
const numeric = (row: Row, name: string): Cell => (row[name] == null ? null : Number(row[name]))
const same = (text: string): Read => ({ value: text })

/** '1,234.50' and 1234.5 mean the same amount; a float's noise is rounded away, a third decimal typed is not. */
const amount = (text: string, cell: Cell): Read => ({
  value: typeof cell === 'number' ? String(Number(cell.toFixed(6))) : text.replace(/[,，¥￥\s]/g, ''),
})

const listed = (text: string) =>
  text
    .split(/[,，、;；]/)
    .map((part) => part.trim())
    .filter(Boolean)

const records = (text: string, target: string, multiple: boolean | undefined, lookup: Lookup): Read => {
  const found = (multiple ? listed(text) : [text]).map((part) => lookup.record(target, part))
  const bad = found.find((one) => typeof one !== 'string')
  return bad ? bad : { value: found.join(',') }
}

const text = {
  column: 'text',
  write: (_: unknown, row: Row, name: string) => plain(row, name),
  read: (_: unknown, value: string) => same(value),
} as const
const picked = { column: 'text', write: (_: unknown, row: Row, name: string) => words(row, name) } as const

export const cells: { [K in FieldKind]: CellKind<K> } = {
  text,
  longText: text,
  richText: {
    column: 'text',
    write: (_, row, name) => (row[name] == null ? null : wordsOf(String(row[name]))),
    read: (_, value) => same(paragraphsOf(value)),
  },
  markdown: text,
  code: text,
  tags: text,
  serial: text,
  integer: {
    column: 'number',
    write: (_, row, name) => numeric(row, name),
    read: (_, value) => same(value.replace(/[,，]/g, '')),
  },
  decimal: { column: 'number', write: (_, row, name) => numeric(row, name), read: (_, value) => same(value) },
  money: {
    column: 'money',
    write: (_, row, name) => numeric(row, name),
    read: (_, value, cell) => amount(value, cell),
  },
  percent: {
    column: 'money',
    write: (_, row, name) => numeric(row, name),
    read: (_, value, cell) => amount(value.replace(/%$/, ''), cell),
  },
  date: {
    column: 'text',
    write: (_, row, name) => plain(row, name),
    read: (_, value) => same(dateText(value).slice(0, 10)),
  },
  dateTime: {
    column: 'text',
    write: (_, row, name) => plain(row, name),
    read: (_, value) => same(withTime(dateText(value))),
  },
  switch: {
    ...picked,
    read: (field, value) => {
      const [on, off] = [field.onText ?? '是', field.offText ?? '否']
      if ([on, field.on ?? 'Y', '是', 'TRUE', 'true'].includes(value)) return { value: onValue(field) }
      if ([off, field.off ?? 'N', '否', 'FALSE', 'false'].includes(value)) return { value: null }
      return { problem: `应为“${on}”或“${off}”` }
    },
  },
  dict: {
    ...picked,
    read: (field, value, _, lookup) => {
      const found = (field.multiple ? listed(value) : [value]).map(
        (part) => [part, lookup.dict(field.dict, part)] as const,
      )
      const bad = found.find(([, code]) => code === undefined)
      return bad ? { problem: `没有“${bad[0]}”这一项` } : { value: found.map(([, code]) => code).join(',') }
    },
  },
  ref: { ...picked, read: ({ to }, value, _, lookup) => records(value, to, false, lookup) },
  refs: { ...picked, read: ({ to }, value, _, lookup) => records(value, to, true, lookup) },
  refByType: {
    ...picked,
    read: ({ by, to }, value, _, lookup, row) => {
      const target = to[String(row[by] ?? '')]
      return target ? records(value, target, false, lookup) : { problem: '请先填写类型' }
    },
  },
  user: { ...picked, read: ({ multiple }, value, _, lookup) => records(value, 'sysUser', multiple, lookup) },
  department: { ...picked, read: ({ multiple }, value, _, lookup) => records(value, 'sysDepart', multiple, lookup) },
  category: { ...picked, read: ({ multiple }, value, _, lookup) => records(value, 'sysCategory', multiple, lookup) },
  area: {
    ...picked,
    read: ({ multiple }, value) => {
      const found = (multiple ? listed(value) : [value]).map((part) => [part, areaCode(part)] as const)
      const bad = found.find(([, code]) => !code)
      return bad
        ? { problem: `没有“${bad[0]}”这个区域，请写成 省/市/区县 或六位代码` }
        : { value: found.map(([, code]) => code).join(',') }
    },
  },
  // Paths of pictures that are here already, as an export writes them.
  image: text,
  images: text,
  file: text,
  files: text,
  cron: text,
  typed: {
    ...picked,
    // As it is kept, so that it comes back as it went: formatted text with its tags, a switch by its word.
    read: (field, value, cell, lookup, row) => {
      const own = standsFor(field, row)
      if (own.kind !== 'switch') return same(value)
      const read = cells.switch.read!(own, value, cell, lookup, row)
      return 'value' in read ? { value: String(read.value ?? offValue(own)) } : read
    },
  },
  json: { column: 'text', write: (_, row, name) => (row[name] == null ? null : JSON.stringify(row[name])) },
  lines: { column: 'text', write: (_, row, name) => (Array.isArray(row[name]) ? `${row[name].length} 行` : null) },
}

const onValue = (field: FieldOf<'switch'>) => (field.boolean ? true : (field.on ?? (field.numeric ? '1' : 'Y')))
const dateText = (text: string) =>
  text.replace(
    /^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?/,
    (_, y: string, m: string, d: string) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`,
  )
const withTime = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text)

/** px of the desktop table → characters of a sheet. */
export const cellWidth = (kind: FieldKind, width?: number): number => Math.round((width ?? kinds[kind].width) / 8)
