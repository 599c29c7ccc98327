import type { Field } from '#model/fields.ts'
import { useAccess } from '../session/access.ts'
import { targetOf } from './target.ts'

export interface Named {
  /** Where the record is read; undefined for whoever has no such page. */
  path: string | undefined
  text: string
}

/** The records that a field of this row names, in its order. */
export function useNamed(field: Field, row: Readonly<Record<string, unknown>>, name: string, text: string): Named[] {
  const number = field.kind === 'text' && field.names
  const target = number ? number.to[String(row[number.by] ?? '')] : targetOf(field, row)
  // The menu knows where a resource stands: a phone that opens one record need not load what it is.
  const page = useAccess(
    ({ routes }) => routes.find(({ screen }) => screen.kind === 'resource' && screen.name === target)?.path,
  )
  // A number is no id: the server lays it beside where this reader may see the record.
  const value = row[number ? `${name}_id` : name]
  const ids = typeof value === 'string' ? value.split(',').filter(Boolean) : []
  const texts = ids.length > 1 ? text.split(',') : [text]
  // A name with a comma in it: which one is whose cannot be told.
  if (!page || !ids.length || texts.length !== ids.length) return [{ path: undefined, text }]
  return ids.map((id, index) => ({ path: `${page}/${encodeURIComponent(id)}`, text: texts[index]! }))
}
