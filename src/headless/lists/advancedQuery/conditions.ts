/** The conditions of an advanced query while they are written. Pure: every change gives new ones. */
import { checkOf } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { RULES, type Rule } from '#model/kinds/rules.ts'
import { askable, problemOf, ruleNamed, type Match } from '#model/query.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { isUsable, superQueryParams, type QueryLine, type SuperQuery } from '../listQuery.ts'
import { beginsWith, carriedBy, inputValue, oneOf, wordOf } from './kinds.ts'

/** One line being written. `field` and `rule` may be empty, or names from elsewhere that mean nothing here. */
export interface Condition extends QueryLine {
  key: number
}
export interface Draft {
  match: Match
  conditions: readonly Condition[]
}

export const MATCHES: Readonly<Record<Match, string>> = { and: '所有条件', or: '任一条件' }

let last = 0
const empty = (): Condition => ({ key: ++last, field: '', rule: '', val: '' })

export const emptyDraft = (): Draft => ({ match: 'and', conditions: [empty()] })

export const draftOf = ({ match, lines }: SuperQuery): Draft =>
  lines.length ? { match, conditions: lines.map((line) => ({ ...line, key: ++last })) } : emptyDraft()

export const added = (draft: Draft): Draft => ({ ...draft, conditions: [...draft.conditions, empty()] })

/** The last one leaves an empty one behind. */
export function removed(draft: Draft, key: number): Draft {
  const left = draft.conditions.filter((condition) => condition.key !== key)
  return { ...draft, conditions: left.length ? left : [empty()] }
}

const changed = (draft: Draft, key: number, change: (condition: Condition) => Condition): Draft => ({
  ...draft,
  conditions: draft.conditions.map((condition) => (condition.key === key ? change(condition) : condition)),
})

/** Another field begins anew; the rule stays where it fits. */
export const withField = (resource: Resource, draft: Draft, key: number, name: string, unmasked: boolean): Draft =>
  changed(draft, key, ({ rule }) => {
    const found = askable(resource, unmasked).find((one) => one.name === name)
    if (!found) return { key, field: '', rule: '', val: '' }
    const stays = found.rules.find((one) => one === rule)
    return { key, field: name, rule: stays ?? found.rules[0]!, val: beginsWith(found.field) }
  })

const partsOf = (val: string): string[] =>
  val
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Away from `in`, several values are cut to the first. */
export const withRule = (draft: Draft, key: number, rule: Rule): Draft =>
  changed(draft, key, (condition) => ({
    ...condition,
    rule,
    val: condition.rule === 'in' && rule !== 'in' ? (partsOf(condition.val)[0] ?? '') : condition.val,
  }))

export const withVal = (draft: Draft, key: number, val: unknown): Draft =>
  changed(draft, key, (condition) => ({ ...condition, val: val === null || val === undefined ? '' : String(val) }))

/** What would be sent and kept: the usable lines, each with what the editors of other clients need. */
export const linesOf = (resource: Resource, { conditions }: Draft): QueryLine[] =>
  conditions.filter(isUsable).map(({ key: _, ...line }) => {
    const field = fieldOf(resource, line.field)
    const val = line.rule === 'in' ? partsOf(line.val).join(',') : line.val.trim()
    return { ...line, val, ...(field && carriedBy(field)) }
  })

/** What is wrong with the lines, by key. One that was begun and has no value would ask for more than is written: it is no empty line. */
export function problemsIn(resource: Resource, { conditions }: Draft, unmasked: boolean): Record<number, string> {
  const found = conditions.flatMap((condition) => {
    const problem = isUsable(condition)
      ? (problemOf(resource, condition, unmasked) ?? problemOfValue(resource, condition))
      : condition.field && (condition.rule ? '请输入值' : '请选择规则')
    return problem ? [[condition.key, problem] as const] : []
  })
  return Object.fromEntries(found)
}

function problemOfValue(resource: Resource, { field: name, rule, val }: Condition): string | undefined {
  const field = fieldOf(resource, name)!
  const by = ruleNamed(rule)!
  if (by.endsWith('like')) return undefined
  const check = checkOf({ ...oneOf(field), required: true })
  for (const part of by === 'in' ? partsOf(val) : [val.trim()]) {
    const result = check.safeParse(inputValue(oneOf(field), part))
    if (!result.success) return result.error.issues[0]!.message
  }
  return undefined
}

/** The most that fits into the address of a request. */
const MOST_SENT = 6000
export const isTooLong = (resource: Resource, lines: readonly QueryLine[]): boolean =>
  superQueryParams(resource, lines).length > MOST_SENT

/** The rules to choose from for a field, each in its words. */
export const ruleChoices = (field: Field, rules: readonly Rule[]): { value: Rule; text: string }[] =>
  rules.map((rule) => ({ value: rule, text: wordOf(field, rule) ?? RULES[rule] }))
