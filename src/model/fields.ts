/**
 * What a definition may say of a field: its kind and the options of that kind. What a kind means to those who keep, check and
 * show its values stands in its folder, `kinds/<kind>`, and in `fields/<kind>` of each shell; the compiler names what is missing.
 */

import { dictionaryOf, valueOf, type Choices, type NameIn, type ValueIn } from './choices.ts'
import type { CodeLanguage } from './code.ts'
import type { Extension } from './uploads.ts'

/** What another field of the record says about an amount: the sign it is read with, and what amounts of that sign are. */
export interface Sign {
  sign: '+' | '-'
  word: string
}

/** One figure of a value that is kept as JSON: what it is called, and what it is counted in. `分` is read as 元. */
export interface Part {
  label: string
  unit: string
}

/** How a value is hidden from people without the resource's `unmask` permission. */
export type Mask = 'phone' | 'idCard' | 'bankCard' | 'name' | 'account'

export interface FieldCommon {
  /** Filled in by the person: empty is refused. */
  required?: boolean
  /** Required as long as every field named here holds one of the values (a definition names them, see `choice`). */
  requiredWhen?: Readonly<Record<string, readonly string[]>>
  /** Besides: it says something only then. Refused otherwise, and cleared when it no longer applies. */
  onlyThen?: true
  /** Owned by the server: shown, never accepted in a draft. */
  readOnly?: boolean
  /** Accepted when a record is added, refused when it is changed. */
  fixed?: boolean
  /** No two records of one tenant may share the value (empty values aside). */
  unique?: boolean
  mask?: Mask
  /** Of the machine: kept and sent, but shown to nobody. */
  hidden?: true
  /** Worked out whenever a record is read, by the hook `words`: kept nowhere, so nothing is found or ordered by it. */
  computed?: true
  /** One line under the input. */
  hint?: string
  /** Width of the table column in px; the kind has its own otherwise. */
  width?: number
  /** Column of the database when it is not the snake_case of the field's name. */
  column?: string
  /** Of a number within lines: what stands below its column. */
  statistics?: readonly Statistic[]
}

/** 合计 and 平均. */
export type Statistic = 'sum' | 'average'

/** Named formats of text, with their messages in `checks.ts`. */
export type TextFormat =
  | 'mobile'
  | 'phone'
  | 'email'
  | 'userName'
  | 'url'
  | 'bankCard'
  | 'idCard'
  | 'certificate'
  | 'creditCode'
  | 'plate'
  | 'qq'
  | 'english'
  | 'natural'
  | 'digitsAndLines'
  | 'letters20'
  | 'name'
  | 'code'

export interface KindOptions {
  /**
   * `person`: a user name, read as the name of the person. `names`: the number of a record; the field `by` says of which
   * resource, and whoever may see the record goes there.
   */
  text: {
    /** It is found by its beginning: the code of a tree, which all that is below it begins with. */
    begins?: true
    /** Lists of very many rows are searched for a part of it, of two characters or more: an index knows each two that stand together. */
    byPart?: true
    /** Another system gave it: it is asked for as a whole, and found so without a look at all rows. */
    given?: true
    /** It is printed on a thing as a code: the pattern of it within what a camera reads there. */
    scanned?: string
    max?: number
    min?: number
    format?: TextFormat
    initial?: string
    person?: true
    /** The code of a 校验规则: the server judges by it what is typed anew or changed, in forms and in files. */
    checkRule?: string
    names?: { by: string; to: Readonly<Record<string, string>> }
  }
  longText: { max?: number; initial?: string }
  /** Safe HTML with headings, lists, tables, links and pictures; `max` counts its characters, tags included. */
  richText: { max?: number }
  /** Markdown; HTML within it is shown as text. */
  markdown: { max?: number }
  code: { language: CodeLanguage; max?: number }
  /** Words of two characters, with `;` between. */
  tags: { max?: number }
  integer: { min?: number; max?: number; unit?: string; initial?: number }
  /** `scale` digits after the point; `trimmed` shows none that are zeros at the end. */
  decimal: { min?: number; max?: number; scale: number; trimmed?: boolean; unit?: string; initial?: number }
  /** 元 with two decimals on the wire, 分 in the database; `min` and `max` in 元. */
  money: {
    min?: number
    max?: number
    initial?: string
    signed?: boolean
    /** Kept without a sign: another field says which way it went. */
    signBy?: { field: string; signs: Readonly<Record<string, Sign>> }
  }
  /** Percent with two decimals on the wire, hundredths of a percent in the database. */
  percent: { min?: number; max?: number; initial?: string }
  date: { initial?: 'today' }
  dateTime: { initial?: 'now' }
  /** A pair of values, `Y` and `N` when not said; empty becomes the off value. `numeric` and `boolean` change the type on the wire. */
  switch: {
    on?: string
    off?: string
    onText?: string
    offText?: string
    initial?: string
    numeric?: boolean
    boolean?: boolean
    /** Turned in the list itself by who may edit the record. */
    inList?: boolean
  }
  /** `only`: of its items these are offered. `choices`: those that rules decide on, by name. */
  dict: {
    dict: string
    choices?: Choices
    multiple?: boolean
    initial?: string
    numeric?: boolean
    only?: readonly string[]
  }
  /**
   * The id of one record of another resource. `among`: one is chosen among those whose fields hold what fields of this record
   * hold, `{ theirs: 'ours' }`; it is for the rules to refuse another.
   */
  ref: { to: string; among?: Readonly<Record<string, string>> }
  /** Ids of several records, comma-joined. */
  refs: { to: string; min?: number; max?: number }
  /** The id of a record whose resource another field decides. */
  refByType: { by: string; to: Readonly<Record<string, string>> }
  /** `byDepartment` offers the tree of departments to find somebody. */
  user: { multiple?: boolean; byDepartment?: boolean }
  department: { multiple?: boolean }
  /** The id of a node of the 分类字典, below the one with the code `under` when given; several are comma-joined. */
  category: { under?: string; multiple?: boolean }
  /** Six-digit code of a province, city or district under root 86; several are comma-joined. */
  area: { multiple?: boolean }
  /** Path of one uploaded picture; `crop` cuts a square out of it before it is sent. */
  image: { crop?: boolean; megabytes?: number }
  /** Paths of several uploaded pictures, comma-joined; 9 at most when not said. */
  images: { max?: number; min?: number; megabytes?: number }
  /** Path of one uploaded file; `extensions` narrows what is taken anyway. */
  file: { extensions?: readonly Extension[]; megabytes?: number }
  /** Paths of several uploaded files, comma-joined; 9 at most when not said. */
  files: { max?: number; min?: number; extensions?: readonly Extension[]; megabytes?: number }
  /** A Quartz expression of six or seven parts, at most 255 characters. */
  cron: object
  /** The name of one of the product's pictures (`setting`), or of any other that a client of the contract knows. */
  icon: { max?: number }
  /** `parts`: the figures it holds, by name; people read these. */
  json: { parts?: Readonly<Record<string, Part>> }
  /**
   * A text whose meaning the field `by` of the same record decides: it is typed and shown as `as` says for that value. Where an
   * action asks for it, it starts as the record's field `from`. `unitBy`: the field that says what a number is counted in.
   */
  typed: { by: string; as: Readonly<Record<string, FieldOf<TextualKind>>>; from?: string; unitBy?: string }
  /** Made by the server: prefix + yyyyMMdd + sequence. */
  serial: { prefix: string; digits?: number }
  /** Rows of its own that live and die with the record. */
  lines: { of: LineFields }
}

export type FieldKind = keyof KindOptions
/** Kinds a `typed` field may stand for: a value of theirs is one text, and names no record. */
export type TextualKind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'markdown'
  | 'code'
  | 'tags'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'switch'
  | 'image'
  | 'images'
  | 'file'
  | 'files'
  | 'cron'

export type FieldOf<K extends FieldKind> = { [P in K]: { kind: P; label: string } & FieldCommon & KindOptions[P] }[K]
export type Field = FieldOf<FieldKind>
export type Fields = Readonly<Record<string, Field>>
/** Lines hold plain fields only: no lines within lines, no serials, nothing whose editor changes from row to row. */
export type LineFields = Readonly<Record<string, FieldOf<Exclude<FieldKind, 'lines' | 'serial' | 'typed'>>>>

type Extra<K extends FieldKind, Given extends string = never> = FieldCommon & Omit<KindOptions[K], Given>
type Made<K extends FieldKind, O> = { kind: K; label: string } & FieldCommon & Omit<KindOptions[K], keyof O> & O

// NoInfer: without it the place a field stands in would widen what was written there.
const kind =
  <K extends FieldKind>(name: K) =>
  <const O extends Extra<K> = Extra<K>>(label: string, options?: O): Made<K, NoInfer<O>> =>
    ({ kind: name, label, ...options }) as unknown as Made<K, NoInfer<O>>

export const text = kind('text')
export const longText = kind('longText')
export const richText = kind('richText')
export const markdown = kind('markdown')
export const tags = kind('tags')
export const integer = kind('integer')
export const decimal = kind('decimal')
export const money = kind('money')
export const percent = kind('percent')
export const date = kind('date')
export const dateTime = kind('dateTime')
export const user = kind('user')
export const department = kind('department')
export const category = kind('category')
export const area = kind('area')
export const image = kind('image')
export const images = kind('images')
export const file = kind('file')
export const files = kind('files')
export const cron = kind('cron')
export const icon = kind('icon')
export const json = kind('json')
/** `typed('参数值', { by: 'valueType', as: { '1': longText('文本'), '2': decimal('数字', { scale: 2 }) } })` */
export const typed = kind('typed')
export const serial = kind('serial')
export const toggle = kind('switch')

export const dict = <const O extends Extra<'dict', 'dict'> = Extra<'dict', 'dict'>>(
  label: string,
  code: string,
  options?: O,
) => ({ kind: 'dict', label, dict: code, ...options }) as unknown as Made<'dict', NoInfer<O>>

type Offered<C> = { initial?: NameIn<C>; only?: readonly NameIn<C>[] }
type ChoiceOptions<C> = Extra<'dict', 'dict' | 'choices' | 'numeric' | 'initial' | 'only'> & Offered<C>

/** `choice('状态', withdrawStates, { readOnly: true, initial: 'waiting' })`: a dictionary whose values have names. */
export function choice<C extends Choices, const O extends ChoiceOptions<C> = ChoiceOptions<C>>(
  label: string,
  from: C,
  options?: O,
) {
  const { initial, only, ...rest } = options ?? ({} as O)
  return {
    kind: 'dict',
    label,
    dict: dictionaryOf(from).code,
    choices: from,
    ...(Object.values(from).some((value) => typeof value === 'number') && { numeric: true }),
    ...rest,
    ...(initial !== undefined && { initial: valueOf(from, initial) }),
    ...(only && { only: only.map((name) => valueOf(from, name)) }),
  } as unknown as Made<'dict', Omit<NoInfer<O>, keyof Offered<C>> & { choices: NoInfer<C> }>
}

/** `code('脚本', 'JavaScript')` */
export const code = <const O extends Extra<'code', 'language'> = Extra<'code', 'language'>>(
  label: string,
  language: CodeLanguage,
  options?: O,
) => ({ kind: 'code', label, language, ...options }) as unknown as Made<'code', NoInfer<O>>

export const ref = <const To extends string, const O extends Extra<'ref', 'to'> = Extra<'ref', 'to'>>(
  label: string,
  to: To,
  options?: O,
) => ({ kind: 'ref', label, to, ...options }) as unknown as Made<'ref', NoInfer<O> & { to: NoInfer<To> }>

export const refs = <const To extends string, const O extends Extra<'refs', 'to'> = Extra<'refs', 'to'>>(
  label: string,
  to: To,
  options?: O,
) => ({ kind: 'refs', label, to, ...options }) as unknown as Made<'refs', NoInfer<O> & { to: NoInfer<To> }>

/** `by` names the field whose value picks the resource in `to`: `refByType('申请人', 'ownerType', { '1': 'userMessage' })`. */
export const refByType = <
  const To extends Readonly<Record<string, string>>,
  const O extends Extra<'refByType', 'by' | 'to'> = Extra<'refByType', 'by' | 'to'>,
>(
  label: string,
  by: string,
  to: To,
  options?: O,
) =>
  ({ kind: 'refByType', label, by, to, ...options }) as unknown as Made<'refByType', NoInfer<O> & { to: NoInfer<To> }>

export const lines = <const L extends LineFields, const O extends Extra<'lines', 'of'> = Extra<'lines', 'of'>>(
  label: string,
  of: L,
  options?: O,
) => ({ kind: 'lines', label, of, ...options }) as unknown as Made<'lines', NoInfer<O> & { of: NoInfer<L> }>

/** What travels on the wire for each kind (JSON): money and percent as strings with two decimals, dates as local text. */
export interface WireValues {
  text: string
  longText: string
  richText: string
  markdown: string
  code: string
  tags: string
  integer: number
  decimal: number
  money: string
  percent: string
  date: string
  dateTime: string
  switch: string | number | boolean
  dict: string | number
  ref: string
  refs: string
  refByType: string
  user: string
  department: string
  category: string
  area: string
  image: string
  images: string
  file: string
  files: string
  cron: string
  icon: string
  json: unknown
  typed: string
  serial: string
}

export type ValueOf<F> = F extends { kind: 'lines'; of: infer L extends LineFields }
  ? LineRow<L>[]
  : F extends { kind: 'switch'; boolean: true }
    ? boolean
    : F extends { kind: 'dict'; multiple: true }
      ? string
      : F extends { kind: 'dict'; choices: infer C extends Choices }
        ? ValueIn<C>
        : F extends { kind: 'dict' | 'switch'; numeric: true }
          ? number
          : F extends { kind: 'dict' | 'switch' }
            ? string
            : F extends { kind: infer K extends keyof WireValues }
              ? WireValues[K]
              : never

type Given<F> = F extends { required: true } | { kind: 'serial' | 'lines' } ? never : null
export type LineRow<L extends LineFields> = { id: string } & { -readonly [P in keyof L]: ValueOf<L[P]> | Given<L[P]> }

/** Columns every record has besides its fields. A type, not an interface: rows of it pass where any row is taken. */
export type SystemColumns = {
  id: string
  tenantId: number
  sysOrgCode: string | null
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
  version: number
}
export const SYSTEM_COLUMNS = {
  id: { kind: 'text', label: '编号' },
  tenantId: { kind: 'integer', label: '租户' },
  sysOrgCode: { kind: 'text', label: '部门编码', begins: true },
  createBy: { kind: 'text', label: '创建人', width: 100 },
  createTime: { kind: 'dateTime', label: '创建时间' },
  updateBy: { kind: 'text', label: '更新人', width: 100 },
  updateTime: { kind: 'dateTime', label: '更新时间' },
  version: { kind: 'integer', label: '版本' },
} as const satisfies Record<keyof SystemColumns, Field>
export type SystemColumn = keyof SystemColumns

type StoredValue<F> = F extends { kind: 'money' | 'percent' } ? bigint : ValueOf<F>
type Unstored = { kind: 'lines' } | { computed: true }
/** What the database has: money and percent as hundredths, no lines, nothing that is worked out. */
export type StoredOfFields<F extends Fields> = SystemColumns & { deleteTime: string | null } & {
  -readonly [P in keyof F as F[P] extends Unstored ? never : P]: StoredValue<F[P]> | Given<F[P]>
}
/** The same of the table of lines. */
export type StoredLine<L extends LineFields> = { id: string; mainId: string; orderNum: number } & {
  -readonly [P in keyof L]: StoredValue<L[P]> | Given<L[P]>
}

export type RowOfFields<F extends Fields> = SystemColumns & { -readonly [P in keyof F]: ValueOf<F[P]> | Given<F[P]> }

/** What somebody was asked for, checked: what need not be said may be missing. */
export type AskedOf<F extends Fields> = {
  -readonly [P in keyof F as F[P] extends { required: true } ? P : never]: ValueOf<F[P]>
} & { -readonly [P in keyof F as F[P] extends { required: true } ? never : P]?: ValueOf<F[P]> | null | undefined }

type ServerOwned<F> = F extends { readOnly: true } | { kind: 'serial' } ? true : false
type DraftKey<F extends Fields> = { [P in keyof F]: ServerOwned<F[P]> extends true ? never : P }[keyof F]
type MustHave<F extends Fields> = { [P in keyof F]: F[P] extends { required: true } ? P : never }[keyof F]
type DraftValue<F> = F extends { kind: 'lines'; of: infer L extends LineFields }
  ? Partial<LineRow<L>>[]
  : ValueOf<F> | (F extends { required: true } ? never : null)

/** What a person may send: no server-owned field, required ones present. */
export type DraftOfFields<F extends Fields> = {
  -readonly [P in Extract<DraftKey<F>, MustHave<F>>]: DraftValue<F[P]>
} & {
  -readonly [P in Exclude<DraftKey<F>, MustHave<F>>]?: DraftValue<F[P]> | undefined
}
