/** An online form as a resource like any other: server and client make it of the same published definition. */
import { area, date, dateTime, decimal, department, dict, file, files, image, images, integer, longText, money, percent, text, toggle, user, type Field } from '#model/fields.ts'
import type { ValueIn } from '#model/choices.ts'
import { defineResource, type Problems, type Resource } from '#model/resource.ts'
import { comparisons, onlineKinds, type formScopes } from './system/onlineKinds.ts'

export interface OnlineField {
  /** Of the line it was defined in: a field that is renamed stays the same field. */
  id: string
  name: string
  label: string
  kind: ValueIn<typeof onlineKinds>
  required: boolean
  dictCode: string | null
  size: number | null
  inList: boolean
  inSearch: boolean
  hint: string | null
  /** The code of a 校验规则, of single lines of text. */
  checkRule?: string
  /** Of the table; decided when it is published. */
  column: string
}

interface Enhancement {
  field: string
  comparison: ValueIn<typeof comparisons>
  /** The name of another field, or a value. */
  other: string
  message: string
}

/** What is published of a form, as it is kept and as it travels. */
export interface OnlineDefinition {
  code: string
  name: string
  scope: ValueIn<typeof formScopes>
  fields: readonly OnlineField[]
  enhancements: readonly Enhancement[]
}

/** Names of their tables and resources begin so, and no others do. */
const PREFIX = 'onl_'
export const onlineName = (code: string): string => PREFIX + code
/** The code of the form whose resource is called so; undefined when it is none. */
export const onlineCode = (name: string): string | undefined => (/^onl_[a-z][a-z0-9_]*$/.test(name) ? name.slice(PREFIX.length) : undefined)

/** Its endpoints, below the prefix of the API. */
export const onlinePath = (code: string): string => `/online/cgform/data/${code}`
/** Where its list stands. */
export const onlineUrl = (code: string): string => `/online/cgformList/${code}`
export const onlinePermission = (code: string): string => `online:${code}`
export const ONLINE_LIST = 'modules/online/cgform/auto/OnlCgformAutoList'

const common = ({ required, hint, column }: OnlineField) => ({ column, ...(required && { required }), ...(hint && { hint }) })
const most = ({ size }: OnlineField) => ({ ...(size !== null && { max: size }) })

const makers: Readonly<Record<OnlineField['kind'], (one: OnlineField) => Field>> = {
  text: (one) => text(one.label, { ...common(one), ...most(one), ...(one.checkRule && { checkRule: one.checkRule }) }),
  longText: (one) => longText(one.label, { ...common(one), ...most(one) }),
  integer: (one) => integer(one.label, common(one)),
  decimal: (one) => decimal(one.label, { ...common(one), scale: one.size ?? 2 }),
  money: (one) => money(one.label, { ...common(one), signed: true }),
  percent: (one) => percent(one.label, common(one)),
  date: (one) => date(one.label, common(one)),
  dateTime: (one) => dateTime(one.label, common(one)),
  switch: (one) => toggle(one.label, common(one)),
  dict: (one) => dict(one.label, one.dictCode ?? '', common(one)),
  dicts: (one) => dict(one.label, one.dictCode ?? '', { ...common(one), multiple: true }),
  user: (one) => user(one.label, common(one)),
  department: (one) => department(one.label, common(one)),
  area: (one) => area(one.label, common(one)),
  image: (one) => image(one.label, common(one)),
  images: (one) => images(one.label, { ...common(one), ...most(one) }),
  file: (one) => file(one.label, common(one)),
  files: (one) => files(one.label, { ...common(one), ...most(one) }),
}

export const onlineFieldOf = (one: OnlineField): Field => makers[one.kind](one)

const NUMBERS: readonly string[] = [onlineKinds.integer, onlineKinds.decimal, onlineKinds.money, onlineKinds.percent]

const verdicts: Readonly<Record<Enhancement['comparison'], (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Local times stand as text, and text of one form has their order. */
function orderOf(a: unknown, b: unknown, kind: string): number {
  if (NUMBERS.includes(kind)) return Math.sign(Number(a) - Number(b))
  const [one, other] = [String(a), String(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** An empty value is compared with nothing: that a field must be filled in is said elsewhere. */
function problemsIn({ fields, enhancements }: OnlineDefinition, row: Record<string, unknown>): Problems | undefined {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  const problems: Record<string, string> = {}
  for (const { field, comparison, other, message } of enhancements) {
    const kind = kinds.get(field)
    const value = row[field]
    const against = kinds.has(other) ? row[other] : other
    if (!kind || isEmpty(value) || isEmpty(against)) continue
    if (!verdicts[comparison](orderOf(value, against, kind))) problems[field] ??= message
  }
  return Object.keys(problems).length ? problems : undefined
}

const WORDS: readonly string[] = [onlineKinds.text, onlineKinds.longText]
const FILES: readonly string[] = [onlineKinds.image, onlineKinds.images, onlineKinds.file, onlineKinds.files]
/** Cards have room for so many lines. */
const FACTS = 4

export const holdsFiles = (kind: OnlineField['kind']): boolean => FILES.includes(kind)
export const searchedBy = ({ inSearch, kind }: OnlineField): boolean => inSearch && !holdsFiles(kind)

/** Throws for a definition without fields, which is never published. */
export function onlineResource(definition: OnlineDefinition): Resource {
  const { code, name, scope, fields } = definition
  const title = fields.find(({ kind }) => kind === onlineKinds.text) ?? fields.find(({ kind }) => WORDS.includes(kind)) ?? fields[0]
  if (!title) throw new Error(`The online form ${code} has no fields`)
  const shown = fields.filter(({ inList }) => inList)
  const listed = shown.length ? shown : [title]
  const facts = listed.filter((one) => one !== title).slice(0, FACTS)
  return defineResource({
    name: onlineName(code),
    label: name,
    path: onlinePath(code),
    table: onlineName(code),
    title: title.name,
    scope,
    permission: onlinePermission(code),
    fields: Object.fromEntries(fields.map((one) => [one.name, onlineFieldOf(one)])),
    list: {
      columns: [...listed.map((one) => one.name), 'createTime'],
      filters: [...fields.filter(searchedBy).map((one) => one.name), 'createTime'],
      card: { subtitle: 'createTime', facts: facts.map((one) => one.name) },
    },
    form: [{ title: name, fields: fields.map((one) => one.name) }],
    check: (draft) => problemsIn(definition, draft),
    menu: { group: 'online', icon: 'file-text', order: 1, url: onlineUrl(code), component: [ONLINE_LIST] },
  })
}
