import { z } from 'zod'
import { dictionaryOf } from './choices.ts'
import { missing, sameValue } from './emptiness.ts'
import type { Field, Fields } from './fields.ts'
import { entryOf } from './kinds/entries.ts'
import { kindOf } from './kinds/index.ts'
import { shapeOf, strange } from './kinds/shape.ts'
import type { Resource } from './resource.ts'
import { standing, type Values } from './typed.ts'

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())
/** Of a whole field: lines too may hold nothing. */
export const isBlank = (value: unknown): boolean => isEmpty(value) || (Array.isArray(value) && !value.length)

/**
 * The check of one field: `null` for empty, refused when required, or what the kind keeps then. What the record's
 * other values decide is checked only as far as those are given.
 */
export function checkOf(field: Field, values: Values = {}): z.ZodType {
  const filled = entryOf(field).check(field, values, checkOf)
  const own = standing(field, values)
  return z.unknown().transform((value, context) => {
    if (isEmpty(value)) {
      const kept = entryOf(own).empty?.(own)
      if (kept !== undefined) return kept
      if (isRequired(own, values)) context.addIssue({ code: 'custom', message: missing(own) })
      return null
    }
    const result = filled.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues)
      context.addIssue({ code: 'custom', message: issue.message, path: [...issue.path] })
    return z.NEVER
  })
}

const serverOwned = (field: Field) => Boolean(field.readOnly) || field.kind === 'serial'

/**
 * The schema of what a person may send: unknown, server-owned and (on `edit`) fixed fields are refused by name.
 * An edit may leave fields out; what it leaves out stays as it is.
 */
export function draftSchema(resource: Checked, mode: 'add' | 'edit'): DraftSchema {
  const known = schemas[mode].get(resource)
  if (known) return known
  const made = makeSchema(resource, mode)
  schemas[mode].set(resource, made)
  return made
}

type Checked = Pick<Resource, 'fields' | 'check'>
type DraftSchema = ReturnType<typeof makeSchema>
/** A definition does not change; its schema takes longer to make than to use. */
const schemas = { add: new WeakMap<Checked, DraftSchema>(), edit: new WeakMap<Checked, DraftSchema>() }

function makeSchema(resource: Checked, mode: 'add' | 'edit') {
  const mayWrite = (field: Field) => !serverOwned(field) && !(mode === 'edit' && field.fixed)
  const written = Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => mayWrite(field)))
  const open = z.strictObject(shapeOf(written, checkOf), {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return '提交的内容应为一个对象'
      const known = issue.keys.filter((key) => Object.hasOwn(resource.fields, key))
      return known.length
        ? `${known.map((key) => resource.fields[key]!.label).join('、')}由系统维护，不能填写`
        : strange(issue)
    },
  })
  const given = mode === 'add' ? open : open.partial()
  return given.superRefine((draft, context) => {
    if (mode === 'edit') return
    reportRules(resource, draft, context)
  })
}

/** Must it be filled in, in a record with these values? Where one holds several, comma-joined, one of them is enough. */
export const isRequired = (field: Field, values: Values): boolean =>
  Boolean(field.required) ||
  (field.requiredWhen !== undefined &&
    Object.entries(field.requiredWhen).every(([name, wanted]) =>
      String(values[name] ?? '')
        .split(',')
        .some((one) => wanted.includes(one)),
    ))

/** Does it say anything in a record with these values? */
export const applies = (field: Field, values: Values): boolean => !field.onlyThen || isRequired(field, values)

/** An edited record without what it has from before and what does not apply any more. */
export function withoutLeftovers<R extends Values>(fields: Fields, before: Values, after: R): R {
  const left = Object.entries(fields).filter(
    ([name, field]) => !applies(field, after) && !isBlank(after[name]) && sameValue(after[name], before[name]),
  )
  return { ...after, ...Object.fromEntries(left.map(([name, field]) => [name, entryOf(field).empty?.(field) ?? null])) }
}

function missingProblems(fields: Fields, record: Values): Record<string, string> {
  const missed = Object.entries(fields).filter(
    ([name, field]) => field.requiredWhen && isBlank(record[name]) && isRequired(field, record),
  )
  return Object.fromEntries(missed.map(([name, field]) => [name, missing(field)]))
}

const wordOf = (field: Field | undefined, value: string): string =>
  (field?.kind === 'dict' && field.choices
    ? dictionaryOf(field.choices).items.find(([own]) => own === value)?.[1]
    : undefined) ?? value

/** 只有适用范围为城市时可以选择适用城市 */
function onlyThen(fields: Fields, field: Field): string {
  const terms = Object.entries(field.requiredWhen ?? {}).map(
    ([by, values]) => `${fields[by]?.label ?? by}为${values.map((value) => wordOf(fields[by], value)).join('或')}`,
  )
  return `只有${terms.join('、')}时可以${kindOf(field).pick ? '选择' : '填写'}${field.label}`
}

function strayProblems(fields: Fields, record: Values): Record<string, string> {
  const stray = Object.entries(fields).filter(([name, field]) => !applies(field, record) && !isBlank(record[name]))
  return Object.fromEntries(stray.map(([name, field]) => [name, onlyThen(fields, field)]))
}

/** The rules over several fields, for a whole record: on add by the schema above, on edit over the merged record. */
export function problemsOf(
  resource: Pick<Resource, 'fields' | 'check'>,
  record: Record<string, unknown>,
): Record<string, string> {
  const problems = {
    ...missingProblems(resource.fields, record),
    ...strayProblems(resource.fields, record),
    ...resource.check?.(record),
    ...typedProblems(resource.fields, record),
  }
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** What is wrong with values whose meaning another value of the record decides. Emptiness is judged by the schema. */
export function typedProblems(fields: Fields, record: Values): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const name in fields) {
    const field = fields[name]!
    if (field.kind !== 'typed' || isEmpty(record[name])) continue
    const issue = checkOf(field, record).safeParse(record[name]).error?.issues[0]
    if (issue) problems[name] = issue.message
  }
  return problems
}

function reportRules(
  resource: Pick<Resource, 'fields' | 'check'>,
  draft: Record<string, unknown>,
  context: z.RefinementCtx,
) {
  for (const [field, message] of Object.entries(problemsOf(resource, draft)))
    context.addIssue({ code: 'custom', path: field.split('.'), message })
}

/** One sentence a problem: `联系电话：请输入正确手机号`; the label is left out when the message already has it. */
export function sentences(
  fields: Fields,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): string[] {
  return issues.map(({ path, message }) => {
    const label = labelAt(fields, path)
    return !label || message.includes(label) ? message : `${label}：${message}`
  })
}

function labelAt(fields: Fields, path: readonly PropertyKey[]): string | undefined {
  const field = path.length ? fields[String(path[0])] : undefined
  if (!field || field.kind !== 'lines' || path.length < 3) return field?.label
  return `${field.label}第${Number(path[1]) + 1}行${field.of[String(path[2])]?.label ?? ''}`
}
