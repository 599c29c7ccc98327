/** What an import offers to be filled in: the titles, a line of examples, drop-downs of what may be chosen, notes. */
import { columnLetters, type Cell, type Column, type SheetPlan } from '@voltdesk/sheets'
import type { Field } from '#model/fields.ts'
import { entryOf } from '#model/kinds/entries.ts'
import { isMultiple } from '#model/query.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Database } from '../kernel/database.ts'
import { cellWidth } from './cells.ts'
import { anyOf, EXAMPLE, isNeeded, namedBy } from './import-header.ts'
import { dictionaries, targetNames } from './words.ts'

const CHOICES = '可选内容'
const NOTES = '填写说明'
/** Behind the one that is filled in. */
export const TEMPLATE_SHEETS: readonly string[] = [CHOICES, NOTES]

/** What a field points at, in the words of who fills in. */
const named = (field: Field) => {
  const targets = targetNames(field).flatMap((name) => resourceNamed(name) ?? [])
  return targets.map((target) => `${target.label}的${anyOf(target, namedBy(target))}`).join('，')
}

export async function importTemplate(db: Database, resource: Resource): Promise<SheetPlan> {
  const words = await dictionaries(db)
  const fields = resource.excel.import.map((name) => {
    const field: Field = knownField(resource, name)
    const choices =
      field.kind === 'dict'
        ? [...(words.get(field.dict)?.values() ?? [])]
        : field.kind === 'switch'
          ? [field.onText ?? '是', field.offText ?? '否']
          : []
    return { field, choices, needed: isNeeded(resource, name), note: noteOf(resource, name, field) }
  })
  const lists = fields.filter(({ choices }) => choices.length)
  const columns = fields.map((one): Column => {
    const { field, choices, needed, note } = one
    // Several at once are no item of the list.
    const at = choices.length && !isMultiple(field) ? lists.indexOf(one) : -1
    const letter = columnLetters(Math.max(at, 0))
    return {
      title: needed ? `${field.label}*` : field.label,
      kind: entryOf(field).sheet.column,
      width: Math.max(cellWidth(field), 14),
      fill: { note, ...(at >= 0 && { choices: `${CHOICES}!$${letter}$2:$${letter}$${choices.length + 1}` }) },
    }
  })
  const example = fields.map(({ field, choices }) => entryOf(field).sheet.example(field, choices))
  example[0] = `${EXAMPLE}${String(example[0] ?? '')}`
  return {
    name: resource.label,
    columns,
    rows: these([example]),
    more: [
      {
        name: NOTES,
        columns: [
          { title: '列', width: 20 },
          { title: '必填', width: 8 },
          { title: '说明', width: 72 },
        ],
        rows: these([
          ...fields.map(({ field, needed, note }): Cell[] => [field.label, needed ? '是' : '', note]),
          ['示例行', '', `以“${EXAMPLE}”开头的第一行不会导入，填写前可以删除`],
        ]),
      },
      ...(lists.length
        ? [
            {
              name: CHOICES,
              columns: lists.map(({ field }) => ({ title: field.label, width: 18 })),
              rows: these(
                Array.from({ length: Math.max(...lists.map(({ choices }) => choices.length)) }, (_, row): Cell[] =>
                  lists.map(({ choices }) => choices[row] ?? null),
                ),
              ),
            },
          ]
        : []),
    ],
  }
}

function noteOf(resource: Resource, name: string, field: Field): string {
  const alone = resource.unique.some((set) => set.join() === name)
  return [
    isNeeded(resource, name) && '必填',
    alone && '不能重复',
    entryOf(field).sheet.note?.(field, named(field)),
    field.hint,
  ]
    .filter(Boolean)
    .join('；')
}

async function* these(rows: readonly Cell[][]): AsyncIterable<Cell[]> {
  yield* rows
}
