import type { Field } from '#model/fields.ts'
import { typedText } from '#model/kinds/base/textLike.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { isMultiple } from '#model/query.ts'
import { resourceNamed } from '#resources/index.ts'

const conditionOf = (field: Field) => kindOf(field).condition

/** The field whose input takes the value of a condition. */
export function editorOf(field: Field, rule: Rule): Field {
  const { one, many } = conditionOf(field)
  // Part of a number or a date is typed; so is part of a chosen value.
  if (rule !== 'in') return isPart(rule) && field.kind !== 'area' ? typedText(field) : one(field)
  return many?.(field) ?? { kind: 'text', label: field.label, hint: '多个值用逗号分隔', max: 2000 }
}
const isPart = (rule: Rule) => rule === 'like' || rule === 'right_like' || rule === 'left_like'

/** What one value of it must look like. */
export const oneOf = (field: Field): Field => conditionOf(field).one(field)

export const beginsWith = (field: Field): string => conditionOf(field).begins?.(field) ?? ''

/** What a condition carries besides field, rule and value. */
export function carriedBy(field: Field): Record<string, unknown> {
  const { type, dbType, carries, searches } = conditionOf(field)
  const table = searches && resourceNamed(searches(field))
  return {
    type,
    dbType,
    ...(table && { dictTable: table.table, dictCode: 'id', dictText: table.title }),
    ...carries?.(field),
  }
}

/** The value of a condition as an input takes it. */
export const inputValue = (editor: Field, val: string): unknown =>
  val === '' ? null : (conditionOf(editor).taken?.(val) ?? val)

/** Words of a rule; where a field holds several values or codes within codes they say what is found. */
const WORDS: { areas: Partial<Record<Rule, string>>; several: Partial<Record<Rule, string>> } = {
  areas: { right_like: '在…之内' },
  several: { eq: '包含', in: '包含任一' },
}
export const wordOf = (field: Field, rule: Rule): string | undefined =>
  isMultiple(field) ? WORDS.several[rule] : field.kind === 'area' ? WORDS.areas[rule] : undefined
