/** What the compiler knows of a generated table: the columns of its definition, each with what the database has in it. */
import type { AnyPgColumn, PgColumn, PgTable, PgTableWithColumns } from 'drizzle-orm/pg-core'
import type { approvalFields } from '#model/approval.ts'
import type { Fields, LineFields, StoredLine } from '#model/fields.ts'
import type { Stored } from '#model/resource.ts'

/** The database asks for an id only: what else must be given is checked where a person writes. */
type ColumnOf<Table extends string, Name extends string, Data> = PgColumn<{
  name: Name
  tableName: Table
  dataType: 'custom'
  columnType: 'Generated'
  data: NonNullable<Data>
  driverParam: unknown
  notNull: null extends Data ? false : true
  hasDefault: Name extends 'id' ? false : true
  isPrimaryKey: false
  isAutoincrement: false
  hasRuntimeDefault: false
  enumValues: undefined
  baseColumn: never
  identity: undefined
  generated: undefined
}>

type TableWith<Table extends string, Row> = PgTableWithColumns<{
  name: Table
  schema: undefined
  columns: { [P in keyof Row & string]: ColumnOf<Table, P, Row[P]> }
  dialect: 'pg'
}>

/** The columns every generated table of a resource has. */
export type SystemTable = PgTable & { [P in keyof Stored<{ fields: Record<never, never> }>]: AnyPgColumn }

/** The one loosely typed door: the table of a resource that is known only when the program runs. */
export type ResourceTable = SystemTable & Record<string, AnyPgColumn>
/** The same for a table of lines. */
export type LineTable = PgTable & Record<'id' | 'mainId' | 'orderNum', AnyPgColumn> & Record<string, AnyPgColumn>

/** The same for the lines of `approvalFields`. */
export type TrailTable = LineTable & Record<keyof (typeof approvalFields)['auditTrail']['of'], AnyPgColumn>

interface Named {
  readonly name: string
  readonly fields: Fields
}

export type TableOf<R extends Pick<Named, 'name'>> = R extends Named
  ? string extends keyof R['fields']
    ? ResourceTable
    : TableWith<R['name'], Stored<R>>
  : ResourceTable

type LinesIn<R extends Named> = {
  [P in keyof R['fields'] & string as R['fields'][P] extends { kind: 'lines' } ? P : never]: R['fields'][P] extends {
    of: infer L extends LineFields
  }
    ? TableWith<`${R['name']}.${P}`, StoredLine<L>>
    : never
}

export type LineTablesOf<R extends Pick<Named, 'name'>> = R extends Named
  ? string extends keyof R['fields']
    ? Readonly<Record<string, LineTable>>
    : LinesIn<R>
  : Readonly<Record<string, LineTable>>
