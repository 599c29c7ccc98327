import { z } from 'zod'
import { parseCron } from '#cron/parse.ts'
import { CronError } from '#cron/parts.ts'
import { listed } from './listed.ts'
import { missing, offValue } from './emptiness.ts'
import { codeProblem } from './code.ts'
import type { Field, FieldKind, FieldOf, Fields } from './fields.ts'
import { LONGEST } from './lengths.ts'
import { MOST_LINES } from './lines.ts'
import { pathsIn } from './storedFiles.ts'
import { extensionOf, type Extension } from './uploads.ts'
import { formats } from './formats.ts'
import { toHundredths, fromHundredths } from './money.ts'
import type { Resource } from './resource.ts'
import { hasContent } from './richText.ts'
import { standing, standsFor, type Values } from './typed.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

const string = (message = '请输入文字') => z.string({ error: message }).trim()
const atMost = (length: number) => string().max(length, `最大长度${length}位字符`)
/** Blanks at the ends mean something here. */
const asTyped = (length: number) => z.string({ error: '请输入文字' }).max(length, `最大长度${length}位字符`)
const exists = (text: string) => {
  const day = new Date(text.replace(' ', 'T') + (text.length > 10 ? 'Z' : 'T00:00:00Z'))
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10)
}

const BLANK = /\s/
const NO_BLANKS = '不能有空格'

/** Accepts a number or its text; keeps out everything JSON or a form could put there instead. */
const number = (message: string) =>
  z.union([z.number(), z.string()], { error: message }).transform((value, context) => {
    if (typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
    context.addIssue({ code: 'custom', message: BLANK.test(value) ? NO_BLANKS : message })
    return z.NEVER
  })

function hundredths(what: string, min: number | undefined, max: number | undefined, below: string) {
  return z
    .union([z.string(), z.number()], { error: `${what}应为数字` })
    .transform((value, context) => {
      const fen = toHundredths(value)
      if (fen !== undefined) return fen
      const text = String(value)
      const message = BLANK.test(text) ? NO_BLANKS : /^-?\d+\.\d{3,}$/.test(text) ? '最多两位小数' : '应为数字'
      context.addIssue({ code: 'custom', message: what + message })
      return z.NEVER
    })
    .refine((fen) => min === undefined || fen >= BigInt(Math.round(min * 100)), min === 0 ? below : `不能小于${min}`)
    .refine((fen) => max === undefined || fen <= BigInt(Math.round(max * 100)), `不能大于${max}`)
    .transform((fen) => fromHundredths(fen))
}

const oneOf = (values: (string | number)[], numeric: boolean | undefined) =>
  z
    .union([z.string(), z.number()], { error: '请选择列出的值' })
    .transform(String)
    .refine((value) => values.map(String).includes(value), '请选择列出的值')
    .transform((value) => (numeric ? Number(value) : value))

function cronProblem(expression: string): string | undefined {
  if (expression.length > LONGEST.text) return `最大长度${LONGEST.text}位字符`
  try {
    parseCron(expression)
  } catch (error) {
    if (error instanceof CronError) return error.message
    throw error
  }
}

const chosenIn = (value: string) => value.split(',').filter(Boolean).length

/** Paths of uploads with these endings. */
const stored = (length: number, extensions: readonly Extension[] | undefined) =>
  atMost(length).refine(
    (value) => !extensions || pathsIn(value).every((path) => extensions.includes(extensionOf(path)!)),
    `只能上传 ${extensions?.join('、')} 文件`,
  )

type Check<K extends FieldKind> = (field: FieldOf<K>, values: Values) => z.ZodType

/** What a filled-in value of each kind must look like. Emptiness is judged once, in `checkOf`. */
const checks: { [K in FieldKind]: Check<K> } = {
  text: ({ max, min = 0, format }) =>
    string()
      .refine((value) => value.length >= min, max ? `长度${min}到${max}个字符` : `最小长度${min}位字符`)
      .refine(
        (value) => value.length <= (max ?? LONGEST.text),
        min && max ? `长度${min}到${max}个字符` : `最大长度${max ?? LONGEST.text}位字符`,
      )
      .refine((value) => !format || formats[format].fits(value), format ? formats[format].message : ''),
  longText: ({ max = LONGEST.longText }) => atMost(max),
  richText: (field) =>
    atMost(field.max ?? LONGEST.richText).refine((html) => !field.required || hasContent(html), missing(field)),
  markdown: ({ max = LONGEST.richText }) => asTyped(max),
  code: ({ max = LONGEST.richText, language }) =>
    asTyped(max).superRefine((text, context) => {
      const message = codeProblem(language, text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  tags: ({ max = LONGEST.text }) => atMost(max),
  serial: () => atMost(32),
  integer: ({ min, max }) =>
    number('请输入整数')
      .refine((value) => Number.isSafeInteger(value), '请输入整数')
      .refine((value) => min === undefined || value >= min, `不能小于${min}`)
      .refine((value) => max === undefined || value <= max, `不能大于${max}`),
  decimal: ({ min, max, scale }) =>
    number('请输入数字')
      .refine((value) => Number.isFinite(value) && Number(value.toFixed(scale)) === value, `最多${scale}位小数`)
      .refine((value) => min === undefined || value >= min, `不能小于${min}`)
      .refine((value) => max === undefined || value <= max, `不能大于${max}`),
  money: ({ min, max = 99_999_999_999, signed }) =>
    hundredths('金额', min ?? (signed ? -max : 0), max, '金额不能为负数'),
  percent: ({ min = 0, max = 100 }) => hundredths('比例', min, max, '比例不能为负数'),
  date: () => string('请选择日期').regex(DATE, '日期格式应为 YYYY-MM-DD').refine(exists, '没有这一天'),
  dateTime: () =>
    string('请选择时间').regex(DATE_TIME, '时间格式应为 YYYY-MM-DD HH:mm:ss').refine(exists, '没有这一时刻'),
  switch: (field) =>
    field.boolean
      ? z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], {
          error: '应为是或否',
        })
      : oneOf([field.on ?? (field.numeric ? '1' : 'Y'), String(offValue(field))], field.numeric),
  dict: ({ numeric }) =>
    z
      .union([z.string(), z.number()], { error: '请选择列出的值' })
      .transform((value) => (numeric ? Number(value) : String(value).trim()))
      .refine((value) => (numeric ? Number.isFinite(value) : String(value).length <= LONGEST.text), '请选择列出的值'),
  ref: () => atMost(LONGEST.id),
  refs: ({ min, max }) =>
    atMost(LONGEST.many)
      .refine((value) => !min || chosenIn(value) >= min, `最少选择${min}项`)
      .refine((value) => !max || chosenIn(value) <= max, `最多选择${max}项`),
  refByType: () => atMost(LONGEST.id),
  user: ({ multiple }) => atMost(multiple ? LONGEST.many : LONGEST.id),
  department: ({ multiple }) => atMost(multiple ? LONGEST.many : LONGEST.id),
  category: ({ multiple }) => atMost(multiple ? LONGEST.many : LONGEST.id),
  area: ({ multiple }) => atMost(LONGEST.many).regex(multiple ? /^\d{6}(,\d{6})*$/ : /^\d{6}$/, '请选择省、市、区县'),
  image: () => atMost(LONGEST.text),
  images: ({ max = 9, min = 0 }) =>
    atMost(LONGEST.many)
      .refine((value) => pathsIn(value).length <= max, `最多上传${max}张图片`)
      .refine((value) => pathsIn(value).length >= min, `至少上传${min}张图片`),
  file: ({ extensions }) => stored(LONGEST.text, extensions),
  files: ({ max = 9, min = 0, extensions }) =>
    stored(LONGEST.many, extensions)
      .refine((value) => pathsIn(value).length <= max, `最多上传${max}个文件`)
      .refine((value) => pathsIn(value).length >= min, `至少上传${min}个文件`),
  cron: () =>
    string().superRefine((value, context) => {
      const message = cronProblem(value)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  json: () => z.json({ error: '请输入 JSON' }),
  typed: (field, values) => checkOf(standsFor(field, values)).transform(String),
  lines: ({ of, required }) =>
    z
      .array(z.strictObject({ id: z.string().max(64).optional(), ...shape(of, () => true) }, { error: strange }), {
        error: '请填写明细行',
      })
      .min(required ? 1 : 0, '最少选择1项')
      .max(MOST_LINES, `最多选择${MOST_LINES}项`),
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

/**
 * The check of one field: `null` for empty, refused when required; a switch falls back to its off value. What the record's
 * other values decide is checked only as far as those are given.
 */
export function checkOf(field: Field, values: Values = {}): z.ZodType {
  const filled = (checks[field.kind] as Check<FieldKind>)(field, values)
  const own = standing(field, values)
  return z.unknown().transform((value, context) => {
    if (isEmpty(value)) {
      if (own.kind === 'switch') return offValue(own)
      if (own.kind === 'lines' && !own.required) return []
      if (own.required) context.addIssue({ code: 'custom', message: missing(own) })
      return null
    }
    const result = filled.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues)
      context.addIssue({ code: 'custom', message: issue.message, path: [...issue.path] })
    return z.NEVER
  })
}

const shape = (fields: Fields, wanted: (field: Field, name: string) => boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => wanted(field, name))
      .map(([name, field]) => [name, field.required ? checkOf(field) : checkOf(field).optional()]),
  )

const strange: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' ? `未知字段：${listed(issue.keys)}` : '格式不正确'

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
  const open = z.strictObject(shape(resource.fields, mayWrite), {
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

/** Must it be filled in, in a record with these values? */
export const isRequired = (field: Field, values: Values): boolean =>
  Boolean(field.required) ||
  (field.requiredWhen !== undefined &&
    Object.entries(field.requiredWhen).every(([name, wanted]) => wanted.includes(String(values[name] ?? ''))))

function missingProblems(fields: Fields, record: Values): Record<string, string> {
  const missed = Object.entries(fields).filter(
    ([name, field]) => field.requiredWhen && isEmpty(record[name]) && isRequired(field, record),
  )
  return Object.fromEntries(missed.map(([name, field]) => [name, missing(field)]))
}

/** The rules over several fields, for a whole record: on add by the schema above, on edit over the merged record. */
export function problemsOf(
  resource: Pick<Resource, 'fields' | 'check'>,
  record: Record<string, unknown>,
): Record<string, string> {
  const problems = {
    ...missingProblems(resource.fields, record),
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
    context.addIssue({ code: 'custom', path: [field], message })
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
