/** A list as a spreadsheet: the same filters, scope, masks and words as on screen. */
import { and, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { XLS_MAX_ROWS, type Cell, type SheetPlan } from '@voltdesk/sheets'
import type { Field } from '#model/fields.ts'
import { entryOf } from '#model/kinds/entries.ts'
import { knownField, shownFields, type Resource } from '#model/resource.ts'
import { oneOf } from '../db/one-of.ts'
import { allOf } from '../db/all-of.ts'
import { badInput } from '../kernel/errors.ts'
import { cellOf, cellWidth } from './cells.ts'
import { list as csv } from './conditions.ts'
import { countRows } from './count.ts'
import { filtersOf, type Query } from './filters.ts'
import type { Row } from './hooks.ts'
import { sortOf, worded, type Reading } from './list.ts'
import { scopeOf } from './scope.ts'
import { tableOf } from '../db/table.ts'
import { maskRows, wireRow } from './wire.ts'

export const FORMATS = ['xlsx', 'xls', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const BATCH = 2000

/** What the filters find, or only what is chosen of it. */
export function exportedBy({ caller }: Pick<Reading, 'caller'>, resource: Resource, query: Query): SQL {
  const selections = csv(query.selections ?? '')
  const chosen = selections.length ? inArray(tableOf(resource).id, selections) : undefined
  return allOf(scopeOf(caller, resource), filtersOf(resource, query, caller), chosen)
}

/**
 * What the export holds and in which format; without one, a true .xls as the contract has it, .xlsx when that is too small.
 * `order`: said of a large one, whose rows come newest first whatever the list was sorted by: only so can they be walked
 * without sorting again and again.
 */
export async function exportPlan(
  reading: Reading,
  resource: Resource,
  query: Query,
): Promise<{ format: Format; plan: SheetPlan; count: number; order?: string }> {
  const { services, caller } = reading
  const where = exportedBy(reading, resource, query)
  const order = sortOf(resource, query, caller)
  const count = await countRows(services, resource, where)
  if (query.format !== undefined && !(FORMATS as readonly string[]).includes(query.format))
    throw badInput('参数 format：应为 xlsx、xls 或 csv')
  const format = (query.format as Format | undefined) ?? (count <= XLS_MAX_ROWS ? 'xls' : 'xlsx')
  if (format === 'xls' && count > XLS_MAX_ROWS)
    throw badInput(`.xls 最多 ${XLS_MAX_ROWS} 行，这里有 ${count} 行，请导出 .xlsx`)
  const names = columnsOf(resource, query)
  const { large } = services.lists
  const isLarge = count > large
  return {
    format,
    count,
    ...(isLarge && { order: `超过 ${large} 行，按创建时间从新到旧排列` }),
    plan: {
      name: resource.label,
      columns: names.map((name) => {
        const field = knownField(resource, name)
        return { title: field.label, kind: entryOf(field).sheet.column, width: cellWidth(field) }
      }),
      rows: rowsOf(reading, resource, where, isLarge ? undefined : order, names),
    },
  }
}

/** Lines and JSON have no place in a cell, unless the definition says how the latter is read. */
const isWritten = (field: Field): boolean =>
  field.kind === 'json' ? field.parts !== undefined : field.kind !== 'lines'

/** Every field of the forms, then what the list shows besides; `exportFields` narrows it. */
function columnsOf(resource: Resource, query: Query): string[] {
  const all = [...new Set([...resource.list.columns, ...shownFields(resource), 'createTime'])].filter((name) =>
    isWritten(knownField(resource, name)),
  )
  const wanted = csv(query.exportFields ?? '')
  const strange = wanted.find((name) => !all.includes(name))
  if (strange) throw badInput(`参数 exportFields：没有字段 ${strange}`)
  return wanted.length ? wanted : all
}

async function* rowsOf(
  reading: Reading,
  resource: Resource,
  where: SQL,
  order: SQL[] | undefined,
  names: string[],
): AsyncIterable<Cell[]> {
  const fields = names.map((name) => [name, knownField(resource, name)] as const)
  for await (const records of order
    ? asFound(reading, resource, where, order)
    : newestFirst(reading, resource, where)) {
    const rows = records.map((record) => wireRow(resource, record))
    await worded(reading, resource, rows)
    maskRows(resource, rows, reading.caller)
    for (const row of rows) yield fields.map(([name, field]) => cellOf(field, row, name))
  }
}

/** One look says which rows there are and in which order; what is written later moves none of them. */
async function* asFound({ services }: Reading, resource: Resource, where: SQL, order: SQL[]): AsyncGenerator<Row[]> {
  const table = tableOf(resource)
  const found = await services.db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
  for (let from = 0; from < found.length; from += BATCH) {
    const ids = found.slice(from, from + BATCH).map(({ id }) => String(id))
    const records = await services.db
      .select()
      .from(table)
      .where(and(where, oneOf(table.id, ids)))
    const byId = new Map<string, Row>(records.map((record) => [String(record.id), record]))
    yield ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }
}

/** Walks the index from the newest row down: each batch starts where the last one ended, so no long transaction is needed. */
async function* newestFirst({ services }: Reading, resource: Resource, where: SQL) {
  const table = tableOf(resource)
  let after: SQL | undefined
  for (;;) {
    const records = await services.db
      .select({ record: table as never, at: sql<string>`${table.createTime}::text` })
      .from(table)
      .where(and(where, after))
      .orderBy(desc(table.createTime), desc(table.id))
      .limit(BATCH)
    yield records.map(({ record }) => record as Row)
    const last = records.at(-1)
    if (!last || records.length < BATCH) return
    after = sql`(${table.createTime}, ${table.id}) < (${last.at}::timestamptz, ${(last.record as Row).id})`
  }
}
