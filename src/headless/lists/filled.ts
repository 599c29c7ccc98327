import { askedOf } from '#model/asked.ts'
import type { Field } from '#model/fields.ts'
import { say } from '../connection/notices.ts'
import { fieldOfFilter, type Filters } from './listQuery.ts'

/** The field of that name: of a resource, of a report, of a log. */
type FieldNamed = (name: string) => Field | undefined

const TIMES = ['date', 'dateTime']
const DAY = 'YYYY-MM-DD'.length

/** Which of two ends of a range stands behind the other; false when they cannot be compared. */
function isBehind(field: Field, one: string, other: string): boolean {
  const values = [one, other].map((text) => {
    const asked = askedOf(field, text)
    const value = 'value' in asked ? asked.value : undefined
    // The server counts the last day in whole, so only days are compared.
    return TIMES.includes(field.kind) ? value && String(value).slice(0, DAY) : value
  })
  const [first, second] = values as [never, never]
  return first !== undefined && second !== undefined && first > second
}

/** What is asked: whatever is filled in, and a range of days or numbers from the one end to the other, whichever was given first. */
export function filled(fieldNamed: FieldNamed, typed: Filters): Filters {
  const given = Object.entries(typed).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()] as const] : []))
  return Object.fromEntries(
    given.map(([key, value]) => {
      const name = fieldOfFilter(key)
      const field = name === key ? undefined : fieldNamed(name)
      const [begin, last] = [typed[`${name}_begin`]?.trim(), typed[`${name}_end`]?.trim()]
      if (!field || !begin || !last || !isBehind(field, begin, last)) return [key, value]
      const other = key === `${name}_begin` ? last : begin
      // Of moments only the days change places: the first begins with its day and the last ends with it.
      return [key, TIMES.includes(field.kind) ? other.slice(0, DAY) + value.slice(DAY) : other]
    }),
  )
}

/** Why what is filled in cannot be asked, in the words of the field; a list that is asked all the same only fails. */
export function problemOfFilters(fieldNamed: FieldNamed, typed: Filters): string | undefined {
  for (const [key, value] of Object.entries(filled(fieldNamed, typed))) {
    const name = fieldOfFilter(key)
    const field = name === key ? undefined : fieldNamed(name)
    const asked = field && askedOf(field, value)
    if (asked && 'problem' in asked) return `${field.label}：${asked.problem}`
  }
  return undefined
}

/** What is filled in, as it is asked; undefined when it cannot be, and the person is told why. */
export function askedFilters(fieldNamed: FieldNamed, typed: Filters): Filters | undefined {
  const problem = problemOfFilters(fieldNamed, typed)
  if (problem) say('warning', problem)
  return problem ? undefined : filled(fieldNamed, typed)
}
