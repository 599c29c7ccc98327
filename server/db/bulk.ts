import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { AnyPgTable, PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../kernel/database.ts'

const BATCH = 5000

const isJson = (column: PgColumn): boolean => column.getSQLType() === 'jsonb'

const cell = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : (value ?? null))

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
  const comma = sql`, `
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    comma,
  )
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    const sources: SQL[] = []
    const chosen = columns.map(([name, column]) => {
      const values = batch.map((row) => cell(row[name]))
      // The type is the schema's own, never a value.
      const type = sql.raw(column.getSQLType())
      // What all rows share is sent once.
      const shared = sources.length > 0 && values.every((value) => value === values[0])
      if (shared)
        return sql`${sql.param(isJson(column) && values[0] !== null ? JSON.stringify(values[0]) : values[0])}::${type}`
      const source = sql.identifier(`c${sources.length}`)
      // One document is read faster than an array of escaped ones.
      if (isJson(column)) {
        sources.push(sql`jsonb_array_elements(${sql.param(JSON.stringify(values))}::jsonb)`)
        return sql`nullif(${source}, 'null')`
      }
      sources.push(sql`unnest(${sql.param(values)}::${type}[])`)
      return source
    })
    const given = sources.map((_, index) => sql.identifier(`c${index}`))
    await tx.execute(
      sql`insert into ${sql.identifier(getTableName(table))} (${names}) select ${sql.join(chosen, comma)} from rows from (${sql.join(sources, comma)}) as given(${sql.join(given, comma)})${onConflict}`,
    )
  }
}
