import { askedOf } from '#model/asked.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import type { Filters } from './listQuery.ts'

const END = /^(.*)_(begin|end)$/
const DAY = /^\d{4}-\d\d-\d\d/
const DAY_SIGNS = 10
const NUMBER = /^-?\d+(\.\d+)?$/

/** Which of two ends stands behind the other; false when they cannot be compared. */
const isBehind = (one: string, other: string): boolean =>
  DAY.test(one) && DAY.test(other)
    ? one.slice(0, DAY_SIGNS) > other.slice(0, DAY_SIGNS)
    : NUMBER.test(one) && NUMBER.test(other) && Number(one) > Number(other)

/** What is asked: whatever is filled in, and a range of days or numbers from the one end to the other, whichever was given first. */
export function filled(typed: Filters): Filters {
  const given = Object.entries(typed).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()] as const] : []))
  return Object.fromEntries(
    given.map(([key, value]) => {
      const [, name, end] = END.exec(key) ?? []
      const [begin, last] = [typed[`${name}_begin`]?.trim(), typed[`${name}_end`]?.trim()]
      if (!begin || !last || !isBehind(begin, last)) return [key, value]
      const other = end === 'begin' ? last : begin
      // Of moments only the days change places: the first begins with its day and the last ends with it.
      return [key, DAY.test(other) ? other.slice(0, DAY_SIGNS) + value.slice(DAY_SIGNS) : other]
    }),
  )
}

/** Why what is filled in cannot be asked, in the words of the field; a list that is asked all the same only fails. */
export function problemOfFilters(resource: Resource, typed: Filters): string | undefined {
  for (const [key, value] of Object.entries(filled(typed))) {
    const field = fieldOf(resource, END.exec(key)?.[1] ?? '')
    const asked = field && askedOf(field, value)
    if (asked && 'problem' in asked) return `${field.label}：${asked.problem}`
  }
  return undefined
}
