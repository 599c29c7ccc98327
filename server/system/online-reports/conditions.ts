/** What a reader narrows a stored report by, as SQL whose values are all bound. */
import { listed } from '#model/listed.ts'
import type { LineRow } from '#model/fields.ts'
import { onlineReport, reportColumnTypes, reportSearchModes } from '#resources/system/onlineReport.ts'
import { literally } from '../../db/held-text.ts'
import { badInput } from '../../kernel/errors.ts'
import type { ReadSql, Words } from '../data-sources/dialect.ts'
import type { ReportQuery } from './open-report.ts'

export type Item = LineRow<(typeof onlineReport)['fields']['items']['of']>

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const MOMENT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

const isNumber = ({ fieldType }: Item) =>
  fieldType === reportColumnTypes.whole || fieldType === reportColumnTypes.number
const isTime = ({ fieldType }: Item) => fieldType === reportColumnTypes.date || fieldType === reportColumnTypes.dateTime
export const isRange = (item: Item): boolean => item.searchMode === reportSearchModes.group || isTime(item)

function checked(item: Item, name: string, text: string): string {
  const fits = isNumber(item) ? NUMBER.test(text) : isTime(item) ? DAY.test(text) || MOMENT.test(text) : true
  if (!fits || text.includes('\0')) {
    const wanted = isNumber(item) ? '数字' : isTime(item) ? '日期，例如 2026-11-23' : '文字'
    throw badInput(`参数 ${name}（${item.fieldTxt}）：应为${wanted}`)
  }
  return text
}

/** A whole day, or a moment: from its beginning to its end. */
const endOf = (text: string) => (DAY.test(text) ? `${text} 23:59:59.999` : text)

function comparison(
  { quoted, asMoment, asNumber, asText, contains }: Words,
  item: Item,
  end: 'begin' | 'end' | undefined,
  given: string,
): { text: string; values: string[] } {
  const column = quoted(item.fieldName)
  if (isTime(item)) {
    const [left, right] = [asMoment(column), asMoment('$0')]
    if (end === 'begin') return { text: `${left} >= ${right}`, values: [given] }
    if (end === 'end') return { text: `${left} <= ${right}`, values: [endOf(given)] }
    return { text: `${left} between ${right} and ${right}`, values: [given, endOf(given)] }
  }
  const operator = end === 'begin' ? '>=' : end === 'end' ? '<=' : '='
  if (isNumber(item)) return { text: `${asNumber(column)} ${operator} ${asNumber('$0')}`, values: [given] }
  // `*word*`, as lists take it.
  if (!end && given.includes('*'))
    return { text: contains(asText(column), asText('$0')), values: [literally(given).replaceAll('*', '%')] }
  return { text: `${asText(column)} ${operator} ${asText('$0')}`, values: [given] }
}

const SUFFIX = /^(.+)_(begin|end)$/
const OTHERS = [
  'pageNo',
  'pageSize',
  'column',
  'order',
  'field',
  '_t',
  'format',
  'force_id',
  'onlRepUrlParamStr',
  'superQueryParams',
]

/** `where …` over the columns a reader may ask for; unknown parameters are refused. */
export function conditionsOf(
  words: Words,
  items: readonly Item[],
  query: ReportQuery,
): { text: string; values: string[] } {
  const asked = new Map(items.filter(({ isSearch }) => isSearch === '1').map((item) => [item.fieldName, item]))
  const parts: string[] = []
  const values: string[] = []
  for (const [name, value] of Object.entries(query)) {
    if (OTHERS.includes(name) || name.startsWith('self_') || value === undefined) continue
    const [, stem, suffix] = SUFFIX.exec(name) ?? []
    const ranged = stem === undefined ? undefined : asked.get(stem)
    const item = asked.get(name) ?? ranged
    if (!item) throw badInput(`未知参数：${listed([name])}`)
    if (value.trim() === '' || value === '**') continue
    const end = asked.has(name) ? undefined : (suffix as 'begin' | 'end')
    const part = comparison(words, item, end, checked(item, name, value.trim()))
    parts.push(part.text)
    values.push(...part.values)
  }
  return { text: parts.length ? `where ${parts.join(' and ')}` : '', values }
}

/** What is alike in a column has an order too: no row is shown twice or skipped between pages. */
const alike = ({ quoted, asText }: Words, items: readonly Item[]) =>
  items.map(({ fieldName }) => asText(quoted(fieldName)))

export function orderOf(words: Words, items: readonly Item[], { column, order = 'desc' }: ReportQuery): string {
  if (!column) return ''
  const direction = (['asc', 'desc'] as const).find((one) => one === order.toLowerCase())
  if (!direction) throw badInput('参数 order：应为 asc 或 desc')
  // What clients of the contract send when nobody sorted anything.
  if (column === 'createTime' && !items.some(({ fieldName }) => fieldName === column)) return ''
  const item = items.find(({ fieldName, isOrder }) => fieldName === column && isOrder === '1')
  if (!item) throw badInput(`请注意，将要排序的列字段不存在：${column}`)
  return `order by ${[words.inOrder(words.quoted(column), direction), ...alike(words, items)].join(', ')}`
}

/** The order a statement asks for itself, said once more outside of its brackets; nothing where it is by no column of the answer. */
export function ownOrder(
  words: Words,
  { order }: ReadSql,
  names: readonly string[],
  items: readonly Item[] = [],
): string {
  const columns = order.flatMap(({ by, descending }) => {
    const name = typeof by === 'number' ? names[by - 1] : names.find((one) => one.toLowerCase() === by.toLowerCase())
    return name === undefined ? [] : [`${words.quoted(name)}${descending ? ' desc' : ''}`]
  })
  if (!columns.length || columns.length < order.length) return ''
  return `order by ${[...columns, ...alike(words, items).slice(0, words.mostBehindOrder)].join(', ')}`
}
