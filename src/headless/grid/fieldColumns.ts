import { checkOf } from '#model/checks.ts'
import { missing, offValue } from '#model/emptiness.ts'
import type { Field, FieldKind, FieldOf, Fields } from '#model/fields.ts'
import { kinds } from '#model/kinds.ts'
import { LONGEST } from '#model/lengths.ts'
import { decidedBy, filledIn } from '#model/lines.ts'
import { grouped } from '#model/money.ts'
import { resourceNamed } from '#resources/index.ts'
import { api } from '../session/api.ts'
import { areaNames } from '../records/areas.ts'
import { takes, type UploadField } from '../forms/uploadField.ts'
import { targetOf } from '../records/useReferences.ts'
import { cellTypes } from './cellTypes.ts'
import type { Choice, ChoiceSource, GridColumn, ValidateRule } from './column.ts'

/** Columns of a grid from the fields of `lines`: what a form field of a kind is, as a cell. */

type Cell = Omit<GridColumn, 'key' | 'title' | 'validateRules'>
type Cells = { readonly [K in FieldKind]: (field: FieldOf<K>) => Cell }

const MOST_FOUND = 30
const quiet = { quiet: true }

const optionsOf = (resource: string, query: Readonly<Record<string, string | number>>) =>
  api.get<Choice[]>(`${resourceNamed(resource)!.path}/options`, query, quiet)

/** Records of the resource a field points at, which the row may decide. */
const records = (field: Field): ChoiceSource => ({
  of: (row) => targetOf(field, row),
  search: (of, keyword) => optionsOf(of, { keyword, pageSize: MOST_FOUND }),
  names: (of, values) => optionsOf(of, { ids: values.join(',') }),
})

const areas: ChoiceSource = {
  of: () => 'areas',
  search: async (_, keyword) => (await areaNames()).filter(({ text }) => text.includes(keyword)).slice(0, MOST_FOUND),
  names: async (_, values) => (await areaNames()).filter(({ value }) => values.includes(value)),
}

const searched = (choiceSource: ChoiceSource, multiple = false): Cell => ({
  type: 'sel_search_async',
  choiceSource,
  disabled: (row) => choiceSource.of(row) === undefined,
  ...(multiple && { props: { mode: 'multiple' } }),
})
const typed = ({ max }: { max?: number }): Cell => ({ type: 'input', props: { maxLength: max ?? LONGEST.text } })
const long = ({ max }: { max?: number }): Cell => ({ type: 'textarea', ...(max && { props: { maxLength: max } }) })
const figure = (): Cell => ({ type: 'inputNumber' })
const uploaded = (type: 'image' | 'file') => (field: UploadField) => ({ type, number: takes(field).most })

const cells: Cells = {
  text: typed,
  longText: long,
  richText: long,
  markdown: long,
  code: long,
  tags: typed,
  integer: figure,
  decimal: figure,
  money: () => ({ type: 'inputNumber', decimals: 2, shownAs: (value) => grouped(String(value)) }),
  percent: () => ({ type: 'inputNumber', decimals: 2, shownAs: (value) => `${String(value)}%` }),
  date: () => ({ type: 'date' }),
  dateTime: () => ({ type: 'datetime' }),
  switch: (field) => ({
    type: 'checkbox',
    customValue: [field.boolean ? true : field.numeric ? Number(field.on ?? 1) : (field.on ?? 'Y'), offValue(field)],
  }),
  dict: ({ dict, multiple }) => ({ type: multiple ? 'list_multi' : 'select', dictCode: dict }),
  ref: (field) => searched(records(field)),
  refs: (field) => searched(records(field), true),
  refByType: (field) => searched(records(field)),
  user: (field) => searched(records(field), field.multiple),
  department: (field) => searched(records(field), field.multiple),
  category: (field) => searched(records(field), field.multiple),
  area: ({ multiple }) => searched(areas, multiple),
  image: uploaded('image'),
  images: uploaded('image'),
  file: uploaded('file'),
  files: uploaded('file'),
  cron: () => ({ type: 'input', props: { maxLength: LONGEST.text } }),
  // Shown; what has a shape of its own is not typed into a cell.
  json: () => ({ type: 'normal', shownAs: (value) => JSON.stringify(value) }),
  // Never within lines: its editor would change from row to row.
  typed: () => ({ type: 'normal' }),
  serial: () => ({ type: 'normal' }),
  lines: () => ({ type: 'hidden' }),
}

/** The model's own check, which the server runs as well. */
function rulesOf(field: Field, { type = 'normal' }: Cell): ValidateRule[] {
  const check = checkOf(field)
  const sent = cellTypes[type].sent ?? ((value: unknown) => value)
  const judge = (value: unknown) => {
    const result = check.safeParse(sent(value))
    return result.success ? undefined : (result.error.issues[0]?.message ?? '格式不正确')
  }
  return [...(field.required ? [{ required: true, message: missing(field) }] : []), { judge }]
}

/** In no order that a person would look for. */
const UNSORTED: ReadonlySet<FieldKind> = new Set(['image', 'images', 'file', 'files', 'json'])

/** px a title needs beside the padding, the sign of a required one and the funnel. */
const titleWidth = ({ label }: Field) => label.length * 15 + 64

/** The columns of these fields; what the server writes is left out unless all are only read. */
export function columnsOf(fields: Fields, { readOnly = false } = {}): GridColumn[] {
  const named = readOnly ? Object.entries(fields) : filledIn(fields)
  const below = linked(fields)
  return named.map(([key, field]) => {
    const cell = (cells[field.kind] as (field: Field) => Cell)(field)
    return {
      width: Math.max(field.width ?? kinds[field.kind].width, titleWidth(field)),
      ...cell,
      key,
      title: field.label,
      placeholder: missing(field),
      validateRules: readOnly ? [] : rulesOf(field, cell),
      ...(!readOnly && !UNSORTED.has(field.kind) && { sorter: true }),
      ...(field.statistics && { statistics: field.statistics }),
      ...(below.has(key) && { linkageKey: below.get(key)! }),
    }
  })
}

/** Field → the next one that is emptied when it changes. */
function linked(fields: Fields): Map<string, string> {
  const below = new Map<string, string>()
  for (const name of Object.keys(fields)) {
    let above = name
    for (const key of decidedBy(fields, name)) {
      below.set(above, key)
      above = key
    }
  }
  return below
}
