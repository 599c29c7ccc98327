/** What an import offers to be filled in: the titles, a line of examples, drop-downs of what may be chosen, notes. */
import type { Field, FieldKind, FieldOf, TextFormat } from '#model/fields.ts'
import type { Resource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Database } from '../kernel/database.ts'
import { columnLetters, type Cell, type Column, type SheetPlan } from '../files/spreadsheet/index.ts'
import { cells, cellWidth } from './cells.ts'
import { EXAMPLE, isNeeded } from './import-header.ts'
import { dictionaries, targetNames } from './words.ts'

const CHOICES = '可选内容'
const NOTES = '填写说明'

const formatted: Record<TextFormat, string> = {
  mobile: '13800000000',
  phone: '0755-26001234',
  email: 'name@example.com',
  userName: 'zhang_san',
  url: 'https://example.com',
  bankCard: '6222020000000000',
  idCard: '11010519491231002X',
  certificate: 'A12345678',
  creditCode: '91440300MA5EXAMPL0',
  plate: '粤B12345',
  qq: '10001',
  english: 'Example',
  natural: '1',
  digitsAndLines: '1',
  letters20: 'A1',
  name: '张三',
  code: 'example_1',
}

interface Fill<K extends FieldKind> {
  example(field: FieldOf<K>, choices: readonly string[]): Cell
  /** Besides 必填, 不能重复 and the field's own hint. */
  note?(field: FieldOf<K>): string
}

const several = (field: { multiple?: boolean }) => (field.multiple ? '，多个用逗号分隔' : '')
const named = (names: readonly string[]) => {
  const targets = names.flatMap((name) => resourceNamed(name) ?? [])
  return targets.map((target) => `${target.label}的${target.fields[target.title]!.label}或编号`).join('、')
}
const pointing = (field: Field) => `填写${named(targetNames(field))}${several(field as { multiple?: boolean })}`
const nothing = { example: () => null }
const chosen = { example: (_: unknown, choices: readonly string[]) => choices[0] ?? null }
const words = { example: (field: Field) => `${field.label}` }

const fills: { [K in FieldKind]: Fill<K> } = {
  text: {
    example: ({ format, label, max = 50 }) => (format ? formatted[format] : label.slice(0, max)),
    note: ({ max }) => (max ? `最多 ${max} 个字` : ''),
  },
  longText: words,
  richText: words,
  markdown: words,
  code: nothing,
  tags: { example: () => '标签一;标签二', note: () => '多个用分号分隔' },
  serial: nothing,
  integer: { example: ({ min = 1, max = Infinity }) => Math.min(Math.max(min, 1), max), note: () => '整数' },
  decimal: { example: ({ min = 1, max = Infinity }) => Math.min(Math.max(min, 1), max), note: () => '数字' },
  money: { example: ({ min = 10 }) => Math.max(min, 10), note: () => '单位元，最多两位小数' },
  percent: { example: () => '12.50%', note: () => '12.5% 和 12.5 都是百分之十二点五' },
  date: { example: () => '2026-03-01', note: () => '如 2026-03-01' },
  dateTime: { example: () => '2026-03-01 10:20:30', note: () => '如 2026-03-01 10:20:30' },
  switch: { ...chosen, note: () => '从列表中选择' },
  dict: { ...chosen, note: (field) => `从列表中选择${several(field)}` },
  ref: { example: () => null, note: pointing },
  refs: { example: () => null, note: (field) => `${pointing(field)}，多个用逗号分隔` },
  refByType: { example: () => null, note: pointing },
  user: { example: () => null, note: pointing },
  department: { example: () => null, note: pointing },
  category: { example: () => null, note: pointing },
  area: { example: () => '广东省/深圳市/南山区', note: (field) => `省/市/区县，或六位代码${several(field)}` },
  image: { example: () => null, note: () => '已上传的图片的路径，可留空后在页面上传' },
  images: { example: () => null, note: () => '已上传的图片的路径，可留空后在页面上传' },
  file: { example: () => null, note: () => '已上传的文件的路径，可留空后在页面上传' },
  files: { example: () => null, note: () => '已上传的文件的路径，可留空后在页面上传' },
  cron: { example: () => '0 0 3 * * ?', note: () => '秒 分 时 日 月 周' },
  typed: nothing,
  json: nothing,
  lines: nothing,
}
const fillOf = (field: Field) => fills[field.kind] as Fill<never>

export async function importTemplate(db: Database, resource: Resource): Promise<SheetPlan> {
  const words = await dictionaries(db)
  const fields = resource.excel.import.map((name) => {
    const field: Field = resource.fields[name]!
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
    const at = choices.length && !('multiple' in field && field.multiple) ? lists.indexOf(one) : -1
    const letter = columnLetters(Math.max(at, 0))
    return {
      title: needed ? `${field.label}*` : field.label,
      kind: cells[field.kind].column,
      width: Math.max(cellWidth(field.kind, field.width), 14),
      fill: { note, ...(at >= 0 && { choices: `${CHOICES}!$${letter}$2:$${letter}$${choices.length + 1}` }) },
    }
  })
  const example = fields.map(({ field, choices }) => fillOf(field).example(field as never, choices))
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
  return [isNeeded(resource, name) && '必填', alone && '不能重复', fillOf(field).note?.(field as never), field.hint]
    .filter(Boolean)
    .join('；')
}

async function* these(rows: readonly Cell[][]): AsyncIterable<Cell[]> {
  yield* rows
}
