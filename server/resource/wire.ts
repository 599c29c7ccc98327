/** Database values ↔ what travels: only money and percent differ, everything else is the driver's own text or number. */
import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Stored } from '#model/kinds/kind.ts'
import { masks } from '#model/masks.ts'
import { fromHundredths, toHundredths } from '#model/money.ts'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { isLines, permissionOf, type Resource, type Wire } from '#model/resource.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { Row } from './hooks.ts'

/** Besides these a value travels as the driver hands it over. */
const translated: Partial<Record<Stored, { toWire(value: unknown): unknown; toColumn(value: unknown): unknown }>> = {
  hundredths: {
    toWire: (value) => fromHundredths(value as bigint),
    toColumn: (value) => toHundredths(value as string),
  },
}
const translatorOf = (field: Field) => translated[kindOf(field).stored(field)]

export function toColumn(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const translator = translatorOf(field)
  return translator ? translator.toColumn(value) : value
}
export function toWire(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const translator = translatorOf(field)
  return translator ? translator.toWire(value) : value
}

const SYSTEM = Object.keys(SYSTEM_COLUMNS)

/** A database row as it travels; lines are added by who loads them. */
export function wireRow<R extends Resource>(resource: R, record: Record<string, unknown>): Wire<R> {
  const row: Row = {}
  for (const name of SYSTEM) row[name] = record[name] ?? null
  for (const name in resource.fields) {
    const field = resource.fields[name]!
    if (!isLines(field)) row[name] = toWire(field, record[name])
  }
  // Built name by name from the definition itself.
  return row as Wire<R>
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

/** Fields that this reader does not see in full. */
export function hiddenFrom(caller: Caller, resource: Resource): [name: string, field: Field][] {
  const hidden = Object.entries(resource.fields).filter(([, field]) => field.mask)
  return hidden.length && !mayUnmask(caller, resource) ? hidden : []
}

/** Hides what this reader may not see in full. */
export function maskRows(resource: Resource, rows: Row[], caller: Caller): void {
  const hidden = hiddenFrom(caller, resource)
  if (!hidden.length) return
  for (const row of rows) for (const [name, field] of hidden) row[name] = masked(field, row[name])
}
