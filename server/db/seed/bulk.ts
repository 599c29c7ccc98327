import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { AnyPgTable, PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../connect.ts'

const BATCH = 5000

const cell = (column: PgColumn, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (column.getSQLType() === 'jsonb') return JSON.stringify(value)
  return typeof value === 'bigint' ? String(value) : value
}

/**
 * Many rows in few statements: one array a column, unnested by the database. A row of values per bind would be fifty times
 * as many binds. Rows that are already there (any unique key) are left as they are.
 */
export const insertMany = (tx: Tx, table: AnyPgTable, rows: readonly Record<string, unknown>[]): Promise<void> =>
  insertUnnested(tx, table, rows, sql` on conflict do nothing`)

/** The same, but a row that is already there is an error, as with any insert. Columns of arrays cannot be written so. */
export const insertAll = (tx: Tx, table: AnyPgTable, rows: readonly Record<string, unknown>[]): Promise<void> =>
  insertUnnested(tx, table, rows, sql``)

async function insertUnnested(
  tx: Tx,
  table: AnyPgTable,
  rows: readonly Record<string, unknown>[],
  onConflict: SQL,
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => rows.some((row) => row[name] !== undefined))
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    const arrays: SQL[] = columns.map(([name, column]) => {
      const values = batch.map((row) => cell(column, row[name]))
      // The type is the schema's own, never a value.
      return sql`${sql.param(values)}::${sql.raw(column.getSQLType())}[]`
    })
    await tx.execute(
      sql`insert into ${sql.identifier(getTableName(table))} (${names}) select * from unnest(${sql.join(arrays, sql`, `)})${onConflict}`,
    )
  }
}
