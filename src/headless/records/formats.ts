import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { grouped } from '#model/money.ts'
import { nameOfFile, pathsIn } from '#model/storedFiles.ts'
import { jsonOutline, partsText } from '#model/parts.ts'
import { wordsOf } from '#model/richText.ts'
import { signOf } from '#model/signed.ts'
import { standsFor, type Values } from '#model/typed.ts'

type Show<K extends FieldKind> = (value: unknown, field: FieldOf<K>, text: string | undefined, row: Values) => string
const said = (value: unknown, _field: unknown, text: string | undefined) => text ?? String(value)

const shows: { [K in FieldKind]: Show<K> } = {
  text: said,
  longText: said,
  richText: (value) => wordsOf(String(value)),
  markdown: said,
  code: (value, { language }) => (language === 'JSON' ? jsonOutline(String(value)) : String(value)),
  tags: said,
  serial: said,
  integer: (value, { unit }) => `${String(value)}${unit ?? ''}`,
  decimal: (value, { scale, trimmed, unit = '' }) =>
    !Number.isFinite(Number(value))
      ? String(value)
      : `${trimmed ? String(Number(value)) : Number(value).toFixed(scale)}${unit}`,
  money: (value, field, _text, row) => `${signOf(field, row)}${grouped(String(value))}`,
  percent: (value) => `${grouped(String(value))}%`,
  date: (value) => String(value).slice(0, 10),
  dateTime: (value) => String(value),
  switch: (value, field, text) => text ?? switchText(field, value),
  dict: said,
  ref: said,
  refs: said,
  refByType: said,
  user: said,
  department: said,
  category: said,
  area: said,
  image: (value) => String(value),
  images: (value) => `${pathsIn(value).length} 张图片`,
  file: (value) => nameOfFile(String(value)),
  files: (value) => pathsIn(value).map(nameOfFile).join('、'),
  cron: said,
  json: (value, field) => partsText(field, value) ?? jsonText(value),
  typed: (value, field, text, row) => shown(standsFor(field, row), value, text, row),
  lines: (value) => (Array.isArray(value) ? `${value.length} 行` : ''),
}

export const isOn = (field: FieldOf<'switch'>, value: unknown): boolean =>
  field.boolean ? value === true || value === 'true' : String(value) === String(field.on ?? (field.numeric ? '1' : 'Y'))

export const switchText = (field: FieldOf<'switch'>, value: unknown): string =>
  isOn(field, value) ? (field.onText ?? '是') : (field.offText ?? '否')

function jsonText(value: unknown): string {
  if (Array.isArray(value)) return value.map(jsonText).join('；')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** What a person reads for a value of a record: dictionary text, grouped money, percent, date. Empty for nothing. */
export function textOf(field: Field, row: Values, name: string): string {
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  const text = row[`${name}_dictText`]
  return shown(field, value, typeof text === 'string' && text ? text : undefined, row)
}

function shown(field: Field, value: unknown, text: string | undefined, row: Values): string {
  return (shows[field.kind] as Show<FieldKind>)(value, field, text, row)
}
