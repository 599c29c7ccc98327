/** What a definition of an online form must keep to, for the person who types it and for the server alike. */
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import type { Problems } from '#model/resource.ts'
import { comparisons, onlineKinds } from './onlineKinds.ts'

export const MOST_FIELDS = 60
/** Of one form. */
export const MOST_ENHANCEMENTS = 16

interface Field {
  name?: string | null
  label?: string | null
  kind?: string | null
  dictCode?: string | null
  size?: number | null
  checkRule?: string | null
}
interface Enhancement {
  field?: string | null
  comparison?: string | null
  other?: string | null
}
interface Draft {
  code?: string | null | undefined
  fields?: readonly Field[] | null | undefined
  enhancements?: readonly Enhancement[] | null | undefined
}

const CODE = /^[a-z][a-z0-9_]{1,39}$/
/** Their permissions and addresses are others'. */
const TAKEN_CODES = ['form', 'report', 'head', 'api', 'data', 'cgform', 'cgreport']
const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/

/** In small letters: columns of every table, and what lists and records carry beside their fields. */
const SYSTEM_NAMES = new Map(
  [...Object.entries(SYSTEM_COLUMNS).map(([name, { label }]) => [name, label] as const), ['deleteTime', '删除时间'] as const, ['delFlag', '删除标记'] as const].map(([name, label]) => [
    name.toLowerCase(),
    label,
  ]),
)
/** Parameters of lists and keys of records, which a field of that name could not be told from. */
const RESERVED = new Set(
  'may pageno pagesize column order field fields superqueryparams superquerymatchtype sortinfostring defsortstring selections exportfields format ismultitranslate class ids page rows sort key'.split(
    ' ',
  ),
)

/** Why a field may not be called so; undefined when it may. */
export function nameProblem(name: string): string | undefined {
  const system = SYSTEM_NAMES.get(name.toLowerCase().replaceAll('_', ''))
  if (system) return `字段“${name}”与系统列“${system}”重名，请换一个名称`
  if (!NAME.test(name)) return `字段名“${name}”应以小写字母开头，只用英文字母和数字，最长 40 位`
  if (RESERVED.has(name.toLowerCase()) || name in {}) return `字段名“${name}”是保留字，请换一个名称`
  return undefined
}

const DICTIONARY: readonly string[] = [onlineKinds.dict, onlineKinds.dicts]
/** The most a 长度 may be, by kinds that have one. */
const LARGEST_SIZE: Readonly<Record<string, number>> = {
  [onlineKinds.text]: 500,
  [onlineKinds.longText]: 5000,
  [onlineKinds.decimal]: 6,
  [onlineKinds.images]: 20,
  [onlineKinds.files]: 20,
}
const NUMBERS: readonly string[] = [onlineKinds.integer, onlineKinds.decimal, onlineKinds.money, onlineKinds.percent]
const TIMES: readonly string[] = [onlineKinds.date, onlineKinds.dateTime]
const PLAIN: readonly string[] = [...NUMBERS, ...TIMES, onlineKinds.text, onlineKinds.dict, onlineKinds.switch]
const EQUALITY: readonly string[] = [comparisons.equal, comparisons.unequal]

/** May these two be compared with each other? */
const comparable = (a: string, b: string) => (NUMBERS.includes(a) ? NUMBERS.includes(b) : a === b)

function fieldProblems(fields: readonly Field[]): Problems {
  const problems: Record<string, string> = {}
  const names = new Map<string, number>()
  const labels = new Map<string, number>()
  for (const [at, { name, label, kind, dictCode, size, checkRule }] of fields.entries()) {
    const say = (part: string, problem: string | undefined) => {
      if (problem) problems[`fields.${at}.${part}`] ??= problem
    }
    if (name) {
      say('name', nameProblem(name))
      const before = names.get(name.toLowerCase())
      if (before !== undefined) say('name', `字段名“${name}”与第 ${before + 1} 行重复`)
      names.set(name.toLowerCase(), at)
    }
    if (label) {
      const before = labels.get(label)
      if (before !== undefined) say('label', `显示名称“${label}”与第 ${before + 1} 行重复`)
      labels.set(label, at)
    }
    if (DICTIONARY.includes(kind ?? '') && !dictCode) say('dictCode', `字段“${label ?? name ?? ''}”请填写字典编码`)
    if (checkRule && kind !== onlineKinds.text) say('checkRule', '只有单行文字可以按规则校验')
    const most = LARGEST_SIZE[kind ?? '']
    if (most !== undefined && size != null && size > most) say('size', `长度不能大于 ${most}`)
    if (most !== undefined && size === 0 && kind !== onlineKinds.decimal) say('size', '长度不能小于 1')
  }
  return problems
}

function enhancementProblems(fields: readonly Field[], enhancements: readonly Enhancement[]): Problems {
  const kinds = new Map(fields.map(({ name, kind }) => [name ?? '', kind ?? '']))
  const problems: Record<string, string> = {}
  for (const [at, { field, comparison, other }] of enhancements.entries()) {
    const kind = kinds.get(field ?? '')
    const say = (part: string, problem: string) => (problems[`enhancements.${at}.${part}`] ??= problem)
    if (field && kind === undefined) say('field', `没有字段“${field}”`)
    else if (kind && !PLAIN.includes(kind)) say('field', `字段“${field}”的控件不能比较`)
    else if (kind && comparison && !EQUALITY.includes(comparison) && ![...NUMBERS, ...TIMES].includes(kind)) say('comparison', `字段“${field}”只能比较等于或不等于`)
    const otherKind = kinds.get(other ?? '')
    if (kind && otherKind !== undefined && !comparable(kind, otherKind)) say('other', `字段“${field}”与“${other}”的控件不同，不能比较`)
    if (kind && otherKind === undefined && NUMBERS.includes(kind) && other && !Number.isFinite(Number(other))) say('other', `“${other}”不是字段名，也不是数字`)
    if (kind && otherKind === undefined && TIMES.includes(kind) && other && !/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(other)) say('other', `“${other}”不是字段名，也不是日期`)
  }
  return problems
}

/** A sentence per field of the definition; undefined when all is well. */
export function formProblems({ code, fields, enhancements }: Draft): Problems | undefined {
  const problems: Record<string, string> = {}
  if (code && !CODE.test(code)) problems['code'] = '表单编码应以小写字母开头，只用小写字母、数字和下划线，2 到 40 位'
  else if (code && TAKEN_CODES.includes(code)) problems['code'] = `表单编码“${code}”是保留字，请换一个`
  if (fields && fields.length > MOST_FIELDS) problems['fields'] = `最多 ${MOST_FIELDS} 个字段`
  if (enhancements && enhancements.length > MOST_ENHANCEMENTS) problems['enhancements'] = `最多 ${MOST_ENHANCEMENTS} 条增强记录`
  Object.assign(problems, fieldProblems(fields ?? []), enhancementProblems(fields ?? [], enhancements ?? []))
  return Object.keys(problems).length ? problems : undefined
}
