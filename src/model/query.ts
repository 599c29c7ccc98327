/** The advanced query (contract.md §5.3): which fields one may ask for, and by which rules. Read by both sides of the wire. */
import type { Field } from './fields.ts'
import { kindOf } from './kinds/index.ts'
import { RULES, type Rule } from './kinds/rules.ts'
import { fieldOf, shownFields, type Resource } from './resource.ts'

export type Match = 'and' | 'or'
/** The most conditions of one query. */
export const MOST_LINES = 50

/** Several values in one column: dictionaries, people and records that may be chosen more than once. */
export const isMultiple = (field: Field): boolean => kindOf(field).several(field)

const SIGNS: Record<string, Rule> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
}

/** A rule by its name in any case or by its sign; undefined when there is none. */
export function ruleNamed(text: string): Rule | undefined {
  const name = SIGNS[text] ?? text.toLowerCase()
  return Object.hasOwn(RULES, name) ? (name as Rule) : undefined
}

/** What a reader who sees a value half hidden may ask about it: whole values only, so that nobody feels for it. */
const WHOLE: readonly Rule[] = ['eq', 'in']

/** The rules that fit a field. `hidden`: the reader sees its values masked. */
export function rulesFor(field: Field, hidden = false): readonly Rule[] {
  const rules = isMultiple(field) ? WHOLE : kindOf(field).rules
  return hidden ? rules.filter((rule) => WHOLE.includes(rule)) : rules
}

/** `hidden` stands for `mask` and no right to see through it. */
const hiddenFrom = (field: Field, unmasked: boolean) => Boolean(field.mask) && !unmasked

/** What is wrong with a condition, as the end of “第 3 行：…”; undefined when it can be asked. Its value is not looked at. */
export function problemOf(
  resource: Resource,
  { field: name, rule: text }: { field: string; rule: string },
  unmasked: boolean,
): string | undefined {
  const field = fieldOf(resource, name)
  if (!field || field.computed || !kindOf(field).rules.length) return `没有字段 ${name}`
  const rule = ruleNamed(text)
  if (!rule) return `没有规则 ${text}`
  // One value of several is found by any comparison of text as well.
  if (!isMultiple(field) && !kindOf(field).rules.includes(rule)) return `${field.label}不支持“${RULES[rule]}”`
  if (hiddenFrom(field, unmasked) && !WHOLE.includes(rule)) return `${field.label}已脱敏，只能按完整内容查询`
  return undefined
}

/** Why a kept query cannot be asked any more, as a sentence; undefined when it can. Lines without field or rule are empty. */
export function problemOfQuery(
  resource: Resource,
  lines: readonly { field: string; rule: string }[],
  unmasked: boolean,
): string | undefined {
  for (const [index, line] of lines.entries()) {
    const problem = line.field && line.rule && problemOf(resource, line, unmasked)
    if (problem) return `第${index + 1}行：${problem}，请修改后再查询`
  }
  return undefined
}

/** Columns of every record that a person may ask about; the others are numbers of the machine. */
const SYSTEM = ['createBy', 'createTime', 'updateBy', 'updateTime'] as const

export interface Askable {
  name: string
  field: Field
  rules: readonly Rule[]
}

/** Every field a condition may be about, those of the list first. */
export function askable(resource: Resource, unmasked: boolean): Askable[] {
  const names = new Set([...resource.list.columns, ...shownFields(resource), ...SYSTEM])
  return [...names].flatMap((name) => {
    const field = fieldOf(resource, name)
    const rules = field && !field.computed ? rulesFor(field, hiddenFrom(field, unmasked)) : []
    return field && rules.length ? [{ name, field, rules }] : []
  })
}
