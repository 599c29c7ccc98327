/** Database values ↔ what travels: only money and percent differ, everything else is the driver's own text or number. */
import type { FieldKind, Field } from '#model/fields.ts'
import { masks } from '#model/masks.ts'
import { fromHundredths, toHundredths } from '#model/money.ts'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { isLines, permissionOf, type Resource } from '#model/resource.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { Row } from './hooks.ts'

const exact = {
  toWire: (value: unknown) => fromHundredths(value as bigint),
  toColumn: (value: unknown) => toHundredths(value as string),
}
const asIs = { toWire: (value: unknown) => value, toColumn: (value: unknown) => value }

const translators: Record<FieldKind, { toWire(value: unknown): unknown; toColumn(value: unknown): unknown }> = {
  text: asIs,
  longText: asIs,
  richText: asIs,
  markdown: asIs,
  code: asIs,
  tags: asIs,
  serial: asIs,
  integer: asIs,
  decimal: asIs,
  money: exact,
  percent: exact,
  date: asIs,
  dateTime: asIs,
  switch: asIs,
  dict: asIs,
  ref: asIs,
  refs: asIs,
  refByType: asIs,
  user: asIs,
  department: asIs,
  category: asIs,
  area: asIs,
  image: asIs,
  images: asIs,
  file: asIs,
  files: asIs,
  cron: asIs,
  json: asIs,
  typed: asIs,
  lines: asIs,
}

export const toColumn = (field: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : translators[field.kind].toColumn(value)
export const toWire = (field: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : translators[field.kind].toWire(value)

const SYSTEM = Object.keys(SYSTEM_COLUMNS)

/** A database row as it travels; lines are added by who loads them. */
export function wireRow(resource: Resource, record: Record<string, unknown>): Row {
  const row: Row = {}
  for (const name of SYSTEM) row[name] = record[name] ?? null
  for (const name in resource.fields) {
    const field = resource.fields[name]!
    if (!isLines(field)) row[name] = toWire(field, record[name])
  }
  return row
}

/** The columns a wire row fills; system columns and lines are not among them. */
export function columnValues(resource: Resource, row: Row): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name in resource.fields) {
    const field = resource.fields[name]!
    if (!isLines(field) && !field.computed && name in row) values[name] = toColumn(field, row[name])
  }
  return values
}

export const mayUnmask = (caller: Caller, resource: Resource): boolean => may(caller, permissionOf(resource, 'unmask'))

export const masked = (field: Field, value: unknown): unknown =>
  field.mask && typeof value === 'string' && value ? masks[field.mask](value) : value

/** Hides what this reader may not see in full. */
export function maskRows(resource: Resource, rows: Row[], caller: Caller): void {
  const hidden = Object.entries(resource.fields).filter(([, field]) => field.mask)
  if (!hidden.length || mayUnmask(caller, resource)) return
  for (const row of rows) for (const [name, field] of hidden) row[name] = masked(field, row[name])
}
