/** Definition → tables: one for the resource, one for each of its `lines`, with indexes for what lists filter and sort by. */
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { AnyPgColumn, PgColumnBuilderBase, PgTable } from 'drizzle-orm/pg-core'
import { sql, type SQL } from 'drizzle-orm'
import type { Field, FieldOf, Fields, LineFields } from '#model/fields.ts'
import { DECIMAL_DIGITS } from '#model/kinds/decimal/index.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Stored } from '#model/kinds/kind.ts'
import { isLines, snake, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { onlineCode } from '#resources/onlineResource.ts'
import { live } from './live.ts'
import type { LineTable, LineTablesOf, ResourceTable, TableOf, TrailTable } from './table-type.ts'

/** Hundredths as bigint, exact; JavaScript sees a bigint. */
const hundredths = customType<{ data: bigint; driverData: string | number }>({
  dataType: () => 'bigint',
  toDriver: (value) => String(value),
  fromDriver: (value) => BigInt(value),
})
/** numeric that arrives as a JavaScript number: coordinates and sort numbers, never money. */
const real = (name: string, scale: number) =>
  customType<{ data: number; driverData: string }>({
    dataType: () => `numeric(${DECIMAL_DIGITS}, ${scale})`,
    toDriver: (value) => String(value),
    fromDriver: Number,
  })(name)

const columns: Record<Stored, (name: string, field: Field) => PgColumnBuilderBase | undefined> = {
  text: (name) => text(name),
  whole: (name) => integer(name),
  real: (name, field) => real(name, 'scale' in field ? field.scale : 0),
  hundredths: (name) => hundredths(name),
  date: (name) => date(name, { mode: 'string' }),
  moment: (name) => timestamp(name, { mode: 'string', withTimezone: true, precision: 3 }),
  boolean: (name) => boolean(name),
  json: (name) => jsonb(name),
  rows: () => undefined,
}

const columnsOf = (fields: Fields): Record<string, PgColumnBuilderBase> => {
  const made: Record<string, PgColumnBuilderBase> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed) continue
    const column = columns[kindOf(field).stored(field)](field.column ?? snake(name), field)
    if (column) made[name] = column
  }
  return made
}

const systemColumns = () => ({
  id: text('id').primaryKey(),
  tenantId: integer('tenant_id').notNull().default(0),
  sysOrgCode: text('sys_org_code'),
  createBy: text('create_by'),
  createTime: timestamp('create_time', { mode: 'string', withTimezone: true, precision: 3 }).notNull().defaultNow(),
  updateBy: text('update_by'),
  updateTime: timestamp('update_time', { mode: 'string', withTimezone: true, precision: 3 }),
  version: integer('version').notNull().default(1),
  /** Set when deleted; every query leaves such rows out. */
  deleteTime: timestamp('delete_time', { mode: 'string', withTimezone: true, precision: 3 }),
})

/** Index names stay under PostgreSQL's 63 bytes. */
export const indexName = (table: string, parts: string[]) => `${table}_${parts.map(snake).join('_')}`.slice(0, 60)

const isNamed = (field: Field): boolean =>
  Boolean(kindOf(field).indexed) || (field.kind === 'text' && field.given === true)

/** The fields by which the rows of a tenant are found without a look at all of them. */
export function indexedFields(resource: Resource): ReadonlySet<string> {
  const sort = resource.list.sort.replace(/^-/, '')
  // What hangs on a record is found by the fields that name it.
  const named = Object.entries(resource.fields).flatMap(([name, field]) => (isNamed(field) ? [name] : []))
  const indexed = ['createTime', 'sysOrgCode', sort, resource.tree?.parent, ...resource.list.filters, ...named]
  return new Set(indexed.filter((name) => name !== undefined))
}

/** Whether a part of this field leads to its rows without a look at all of them. */
export const isFoundByPart = (field: Field): boolean => field.kind === 'text' && field.byPart === true

/**
 * Each two characters that stand together in a text, as PostgreSQL counts them; of a single one, that one. Three together, as
 * `pg_trgm` keeps them, find nothing for the two characters of a Chinese name.
 */
export const pairsOf = (text: unknown): SQL => sql`pairs_of(${text})`

function makeTable(resource: Resource): ResourceTable {
  const fields = columnsOf(resource.fields)
  return pgTable(resource.table, { ...systemColumns(), ...fields }, (t) => {
    const table = t as unknown as ResourceTable
    return [
      // What may not be negative cannot be written negative, whatever the code above does.
      ...Object.entries(resource.fields)
        .filter(([, field]) => field.kind === 'money' && !field.signed)
        .map(([name]) => check(indexName(resource.table, [name, 'notNegative']), sql`${table[name]} >= 0`)),
      ...resource.unique.map((set) =>
        uniqueIndex(indexName(resource.table, [...set, 'key']))
          .on(table.tenantId, ...set.map((name) => columnOf(table, name)))
          .where(live()),
      ),
      ...[...indexedFields(resource)]
        .filter((name) => table[name] && name !== 'id')
        .map((name) =>
          index(indexName(resource.table, [name]))
            .on(table.tenantId, columnOf(table, name), table.id)
            .where(live()),
        ),
      // Also of what was deleted: of a part of a table the planner does not know how often each pair is there.
      ...Object.entries(resource.fields)
        .filter(([, field]) => isFoundByPart(field))
        .map(([name]) =>
          index(indexName(resource.table, [name, 'pairs'])).using('gin', pairsOf(columnOf(table, name))),
        ),
    ]
  }) as unknown as ResourceTable
}

function makeLineTable(resource: Resource, name: string, of: LineFields): LineTable {
  const table = `${resource.table}_${snake(name)}`
  return pgTable(
    table,
    {
      id: text('id').primaryKey(),
      mainId: text('main_id').notNull(),
      orderNum: integer('order_num').notNull(),
      ...columnsOf(of),
    },
    (t) => {
      const columns = t as unknown as LineTable
      const people = Object.entries(of).flatMap(([field, { kind }]) => (kind === 'user' ? [field] : []))
      // What somebody did is asked for as often as what was done to a record.
      return ['mainId', ...people].map((field) => index(indexName(table, [field])).on(columnOf(columns, field)))
    },
  ) as unknown as LineTable
}

const made = new Map(allResources().map((resource) => [resource.name, makeTable(resource)]))
const lineTables = new Map(
  allResources().map((resource) => [
    resource.name,
    Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, field]) => isLines(field))
        .map(([name, field]) => [name, makeLineTable(resource, name, (field as FieldOf<'lines'>).of)]),
    ),
  ]),
)

/** Of resources that are no part of the program; what is published anew is another resource. */
const online = new WeakMap<object, ResourceTable>()

function onlineTableOf(resource: Pick<Resource, 'name'> | Resource): ResourceTable | undefined {
  if (!('table' in resource) || onlineCode(resource.name) === undefined) return undefined
  const table = online.get(resource) ?? makeTable(resource)
  online.set(resource, table)
  return table
}

export const tableOf = <R extends Pick<Resource, 'name'>>(resource: R): TableOf<R> =>
  (made.get(resource.name) ?? onlineTableOf(resource)) as TableOf<R>
/** The column of a field of that name, one the program knows to be there. */
export function columnOf(table: ResourceTable | LineTable, name: string): AnyPgColumn {
  const column = table[name]
  if (!column) throw new Error(`There is no column ${name}`)
  return column
}
/** By field name. */
export const lineTablesOf = <R extends Pick<Resource, 'name'>>(resource: R): LineTablesOf<R> =>
  (lineTables.get(resource.name) ?? {}) as LineTablesOf<R>

/** The table of those lines, of which the program knows that the resource has them. */
export function lineTableOf(resource: Pick<Resource, 'name'>, name: string): LineTable {
  const table = lineTables.get(resource.name)?.[name]
  if (!table) throw new Error(`${resource.name} has no lines ${name}`)
  return table
}

/** 审核记录 of whatever is decided on: the lines of `approvalFields`. */
export const trailTableOf = (resource: Pick<Resource, 'name'>): TrailTable =>
  lineTableOf(resource, 'auditTrail') as TrailTable

/** Everything generated, for migrations: name in the database → table. */
export const generatedTables = (): Record<string, PgTable> =>
  Object.fromEntries(
    allResources().flatMap((resource): [string, PgTable][] => [
      [resource.table, tableOf(resource)],
      ...Object.entries(lineTablesOf(resource)).map(([name, table]): [string, PgTable] => [
        `${resource.table}_${snake(name)}`,
        table,
      ]),
    ]),
  )
