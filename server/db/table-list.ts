import type pg from 'pg'
import type { Row, TableStart } from './backup-file.ts'
import { noTimeout } from './long-transaction.ts'
import { textTypes } from './value-types.ts'

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Tables of the schema public with the columns that can be written, in a fixed order. */
export async function tablesOf(client: pg.ClientBase): Promise<TableStart[]> {
  const found = await client.query<{ table: string; name: string | null; type: string }>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum`)
  const tables = new Map<string, TableStart>()
  for (const { table, name, type } of found.rows) {
    const entry = tables.get(table) ?? { table, columns: [] }
    if (name !== null) entry.columns.push({ name, type })
    tables.set(table, entry)
  }
  return [...tables.values()]
}

export async function sequencesOf(client: pg.ClientBase): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  return found.rows.map((row) => row.name)
}

/** All rows as PostgreSQL's own text, a few at a time; inside the caller's transaction. */
export async function* rowsOf(client: pg.ClientBase, { table, columns }: TableStart): AsyncGenerator<Row[]> {
  const list = columns.map((column) => quoted(column.name)).join(', ')
  await client.query(`declare all_rows no scroll cursor for select ${list} from only public.${quoted(table)}`)
  // `keepTypes` keeps connection.ts from putting its own parsers here.
  const text = 'fetch 2000 from all_rows'
  const fetch = {
    text,
    rowMode: 'array',
    types: textTypes,
    keepTypes: true,
    ...noTimeout,
  } as unknown as pg.QueryArrayConfig
  for (;;) {
    const { rows } = await client.query<Row>(fetch)
    if (rows.length) yield rows
    if (rows.length < 2000) break
  }
  await client.query('close all_rows')
}
