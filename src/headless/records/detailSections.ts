/** How a record is read, section by section: each fact once, and nothing that is empty unless it is asked for. */
import { stepAt } from '#model/deciding.ts'
import { isEmptyValue } from '#model/emptiness.ts'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { fieldOf, isLines, shownFields, type Resource } from '#model/resource.ts'
import { factsOf } from './decision.ts'
import type { Row } from './rows.ts'

export interface DetailSection {
  title: string
  names: readonly string[]
}

const BOOKKEEPING = ['createBy', 'createTime', 'updateBy', 'updateTime'] satisfies (keyof typeof SYSTEM_COLUMNS)[]

export const isBlank = (row: Row, name: string): boolean =>
  isEmptyValue(row[name]) || (Array.isArray(row[name]) && !row[name].length)

/** What stands above the sections while a decision is waited for, and so in none of them. */
export function decidingNames(resource: Resource, row: Row): string[] {
  const { approval } = resource
  if (!approval || !stepAt(resource, row)) return []
  const facts = factsOf(resource, row).flatMap(({ name, beside }) => [name, ...beside])
  return [...(approval.amount ? [approval.amount] : []), ...(approval.figures ?? []), ...facts, 'dueTime', 'riskFlags']
}

/**
 * The form's sections, what no form has, every sub-table by itself, and who made and changed the record; without what is
 * `said` already. `blank` counts the fields in which nothing stands; `withBlank` shows them in their places.
 */
export function detailSections(
  resource: Resource,
  row: Row,
  { said, withBlank }: { said: readonly string[]; withBlank: boolean },
): { sections: DetailSection[]; blank: number } {
  const lines = Object.keys(resource.fields).filter((name) => isLines(resource.fields[name]!))
  const form = resource.form.map(({ title, fields }) => ({
    title,
    names: fields.filter((name) => fieldOf(resource, name) && !lines.includes(name)),
  }))
  const placed = new Set([...form.flatMap(({ names }) => names), ...lines])
  const all = [
    ...form,
    { title: '业务信息', names: shownFields(resource).filter((name) => !placed.has(name)) },
    ...lines.map((name) => ({ title: resource.fields[name]!.label, names: [name] })),
    { title: '记录信息', names: BOOKKEEPING },
  ].map(({ title, names }) => ({ title, names: names.filter((name) => !said.includes(name)) }))
  const blank = all.flatMap(({ names }) => names).filter((name) => isBlank(row, name)).length
  const sections = all
    .map(({ title, names }) => ({ title, names: withBlank ? names : names.filter((name) => !isBlank(row, name)) }))
    .filter(({ names }) => names.length)
  return { sections, blank }
}
