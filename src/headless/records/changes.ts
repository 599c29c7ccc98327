/** What differs between two versions of a record, in the words of the definition: field by field, sub-tables row by row. */
import { sameValue } from '#model/emptiness.ts'
import type { Field, FieldOf, Fields } from '#model/fields.ts'
import { fieldOf, isLines, shownFields, type Resource } from '#model/resource.ts'
import { textOf } from './formats.ts'
import type { Row } from './rows.ts'

export type Values = Readonly<Record<string, unknown>> | null

export interface Change {
  /** The field; of a cell of a sub-table the field, the row and the column. */
  name: string
  label: string
  before: string
  after: string
}

interface Both {
  before: Values
  after: Values
}

function written(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(written).join('、')
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function textsOf(field: Field, name: string, { before, after }: Both): Pick<Change, 'before' | 'after'> {
  const texts = { before: textOf(field, before ?? {}, name), after: textOf(field, after ?? {}, name) }
  // What is read in short may have changed where the short text does not say it.
  return texts.before === texts.after ? { before: written(before?.[name]), after: written(after?.[name]) } : texts
}

const rowsIn = (values: Values, name: string): readonly Row[] => {
  const rows = values?.[name]
  return Array.isArray(rows) ? (rows as Row[]) : []
}

/** `时长 2，价格 5.00` */
const factsOf = (fields: Fields, row: Row): string =>
  shownFields({ fields })
    .map((name) => [fields[name]!.label, textOf(fields[name]!, row, name)] as const)
    .filter(([, text]) => text)
    .map((fact) => fact.join(' '))
    .join('，')

/** Rows are known by their id; the number is where the row stands now, of one that is gone (原第 n 行) where it stood. */
function changesOfRows(name: string, { label, of: fields }: FieldOf<'lines'>, { before, after }: Both): Change[] {
  const [were, are] = [rowsIn(before, name), rowsIn(after, name)]
  const [old, left] = [new Map(were.map((row) => [row.id, row])), new Set(are.map(({ id }) => id))]
  const changed = are.flatMap((row, index): Change[] => {
    const was = old.get(row.id)
    const at = { name: `${name}/${row.id}`, label: `${label}第 ${index + 1} 行` }
    if (!was) return [{ ...at, before: '', after: factsOf(fields, row) }]
    return shownFields({ fields })
      .filter((key) => !sameValue(was[key], row[key]))
      .map((key) => ({
        name: `${at.name}/${key}`,
        label: `${at.label} ${fields[key]!.label}`,
        ...textsOf(fields[key]!, key, { before: was, after: row }),
      }))
  })
  const gone = were.flatMap((row, index): Change[] =>
    left.has(row.id)
      ? []
      : [
          {
            name: `${name}/${row.id}`,
            label: `${label}原第 ${index + 1} 行`,
            before: factsOf(fields, row),
            after: after ? '（已删除）' : '',
          },
        ],
  )
  const stayed = were.filter(({ id }) => left.has(id))
  const now = are.filter(({ id }) => old.has(id))
  const numbers = (rows: readonly Row[]) => rows.map(({ id }) => were.indexOf(old.get(id)!) + 1).join('、')
  const order = numbers(stayed) === numbers(now) ? [] : [{ before: numbers(stayed), after: numbers(now) }]
  return [...changed, ...gone, ...order.map((both) => ({ name, label: `${label}的顺序`, ...both }))]
}

/** Empty when this field says the same in both. */
export function changesOfField(resource: Resource, name: string, before: Values, after: Values): Change[] {
  if (sameValue(before?.[name], after?.[name])) return []
  const field = fieldOf(resource, name)!
  const both = { before, after }
  return isLines(field)
    ? changesOfRows(name, field, both)
    : [{ name, label: field.label, ...textsOf(field, name, both) }]
}

export const changesBetween = (resource: Resource, before: Values, after: Values): Change[] =>
  shownFields(resource).flatMap((name) => changesOfField(resource, name, before, after))
