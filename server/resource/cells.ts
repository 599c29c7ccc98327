/** Spreadsheet cells: what each kind writes, and what it makes of a cell that a person typed. */
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { kinds } from '#model/kinds.ts'
import { partsText } from '#model/parts.ts'
import { paragraphsOf, wordsOf } from '#model/richText.ts'
import { offValue } from '#model/emptiness.ts'
import { signOf } from '#model/signed.ts'
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

/** 1,234 → 1234 */
const ungrouped = (text: string) => text.replace(/[,，]/g, '')

/**
 * '1,234.50' and 1234.5 mean the same amount; a float's noise is rounded away, a third decimal typed is not. Blanks, which a
 * form refuses, are dropped: people's sheets have them around their figures.
 */
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
  // Who made a record is a text with a name beside it.
  text: { ...text, write: (_, row, name) => words(row, name) },
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
    read: (_, value) => same(ungrouped(value)),
  },
  decimal: {
    column: 'number',
    write: (_, row, name) => numeric(row, name),
    read: (_, value) => same(ungrouped(value)),
  },
  money: {
    column: 'money',
    write: (field, row, name) => (row[name] == null ? null : Number(`${signOf(field, row)}${String(row[name])}`)),
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
    // A time of the day is left out; whatever else stands behind the day is not.
    read: (_, value) => same(withTime(dateText(value)).replace(/^(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d$/, '$1')),
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
  json: {
    column: 'text',
    write: (field, row, name) =>
      row[name] == null ? null : (partsText(field, row[name]) ?? JSON.stringify(row[name])),
  },
  lines: { column: 'text', write: (_, row, name) => (Array.isArray(row[name]) ? `${row[name].length} 行` : null) },
}

/** What an export writes of a row, its words added. */
export const cellOf = (field: Field, row: Row, name: string): Cell =>
  (cells[field.kind] as { write(field: Field, row: Row, name: string): Cell }).write(field, row, name)

const onValue = (field: FieldOf<'switch'>) => (field.boolean ? true : (field.on ?? (field.numeric ? '1' : 'Y')))
/** 2026/3/2, 2026年3月2日 and 20260302 are 2026-03-02, whatever follows. */
const dateText = (text: string) =>
  text.replace(
    /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2})(?!\d))/,
    (_, year: string, month: string, day: string, month2: string, day2: string) =>
      `${year}-${(month ?? month2).padStart(2, '0')}-${(day ?? day2).padStart(2, '0')}`,
  )

const CLOCK =
  /^(\d{4}-\d{2}-\d{2})[\sT]*(上午|下午)?\s*(\d{1,2})[:：时点](\d{1,2})(?:[:：分](?:(\d{1,2})(?:\.\d+)?秒?)?)?\s*(am|pm)?$/i

/** A day alone is its beginning; 8:30, 8时30分 and 上午8:30 are 08:30:00. */
const withTime = (text: string) => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text} 00:00:00`
  const found = CLOCK.exec(text)
  if (!found) return text
  const [, day, chinese, hour, minute, second = '0', english] = found
  const half = chinese ?? english?.toLowerCase()
  const shift = half ? (/下午|pm/.test(half) ? 12 : 0) - (hour === '12' ? 12 : 0) : 0
  const two = (part: string | number) => String(part).padStart(2, '0')
  return `${day} ${two(Number(hour) + shift)}:${two(minute!)}:${two(second)}`
}

/** What a spreadsheet program shows instead of a value it could not work out. */
const ERROR =
  /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|FIELD!|UNKNOWN!|CONNECT!|BLOCKED!|BUSY!|GETTING_DATA|#+)$/
/** Excel keeps 15 digits of a number and shows more than eleven of them so. */
const SHORTENED = /^-?\d(\.\d+)?E\+\d{2,3}$/i
const TOO_LONG = 1e15

/** Why a cell holds nothing a person meant, naming it as the spreadsheet program does: B3. */
export function problemOf(kind: FieldKind, cell: Cell, at: string): string | undefined {
  const text = String(cell ?? '').trim()
  if (ERROR.test(text)) return `单元格 ${at} 是公式错误，不是内容`
  if (cells[kind].column !== 'text') return undefined
  const cut = typeof cell === 'number' ? Math.abs(cell) >= TOO_LONG : SHORTENED.test(text)
  return cut ? `单元格 ${at} 是超过 15 位的数字，Excel 已把它四舍五入，请把这一列设为文本后重新填写` : undefined
}

/** px of the desktop table → characters of a sheet. */
export const cellWidth = (kind: FieldKind, width?: number): number => Math.round((width ?? kinds[kind].width) / 8)
