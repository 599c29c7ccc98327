import { checkOf } from '#model/checks.ts'
import { missing } from '#model/emptiness.ts'
import type { Field, Fields } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { decidedBy, filledIn } from '#model/lines.ts'
import { resourceNamed } from '#resources/index.ts'
import { api } from '../session/api.ts'
import { areaNames } from '../records/areas.ts'
import { targetOf } from '../records/target.ts'
import { cellTypes } from './cellTypes.ts'
import type { Choice, ChoiceSource, GridColumn, ValidateRule } from './column.ts'

/** Columns of a grid from the fields of `lines`: what a form field of a kind is, as a cell. */

type Cell = Omit<GridColumn, 'key' | 'title' | 'validateRules'>
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

const sources = { records, areas: () => areas }

/** What a form field of its kind is, as a cell. */
function cellOf(field: Field): Cell {
  const { chosen, ...cell } = kindOf(field).cell(field)
  if (!chosen) return cell
  const choiceSource = sources[chosen](field)
  return { ...cell, choiceSource, disabled: (row) => choiceSource.of(row) === undefined }
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

/** px a title needs beside the padding, the sign of a required one and the funnel. */
const titleWidth = ({ label }: Field) => label.length * 15 + 64

/** The columns of these fields; what the server writes is left out unless all are only read. */
export function columnsOf(fields: Fields, { readOnly = false } = {}): GridColumn[] {
  const named = readOnly ? Object.entries(fields).filter(([, { hidden }]) => !hidden) : filledIn(fields)
  const below = linked(fields)
  return named.map(([key, field]) => {
    const cell = cellOf(field)
    return {
      width: Math.max(field.width ?? kindOf(field).width, titleWidth(field)),
      ...cell,
      key,
      title: field.label,
      placeholder: missing(field),
      validateRules: readOnly ? [] : rulesOf(field, cell),
      ...(!readOnly && kindOf(field).ordered && { sorter: true }),
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
