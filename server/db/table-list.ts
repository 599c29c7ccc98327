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

const MOST_ROWS = 2000
const MOST_BYTES = 8 * 1024 * 1024

/** What a value may take beyond what its type says: of a text without unpacking it. */
function lengthOf({ name, type }: TableStart['columns'][number]): string | undefined {
  const isList = type.endsWith('[]')
  if (!isList && /^(text|character|bytea)\b/.test(type)) return `octet_length(${quoted(name)})`
  if (!isList && /^(bigint|integer|smallint|boolean|date|time|real|double|numeric|uuid|interval)/.test(type))
    return undefined
  return `octet_length(${quoted(name)}::text)`
}

/**
 * All rows as PostgreSQL's own text, a few at a time; inside the caller's transaction. How many those are depends on how long
 * they are, which is asked first: neither this process nor the embedded database holds many long ones at once.
 */
export async function* rowsOf(client: pg.ClientBase, { table, columns }: TableStart): AsyncGenerator<Row[]> {
  const from = `from only public.${quoted(table)}`
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const lengths = columns.flatMap((column) => lengthOf(column) ?? []).map((length) => `coalesce(${length}, 0)::bigint`)
  await client.query(
    `declare all_rows no scroll cursor for select ctid::text, ${['0', ...lengths].join(' + ')} ${from}`,
  )
  const read = async (text: string, values?: unknown[]) =>
    (
      await client.query<Row>({
        text,
        values,
        rowMode: 'array',
        types: textTypes,
        keepTypes: true,
        ...noTimeout,
      } as unknown as pg.QueryArrayConfig)
    ).rows
  // Else a table that is quicker read whole than 2,000 times at a place is read whole for each 2,000 of its rows.
  await client.query('set local enable_seqscan = off')
  const rowsAt = (places: string[]) => read(`select ${list} ${from} where ctid = any($1::tid[])`, [places])
  for (;;) {
    const found = await read(`fetch ${MOST_ROWS} from all_rows`)
    let [places, bytes] = [[] as string[], 0]
    for (const [place, length] of found) {
      if (places.length && bytes + Number(length) > MOST_BYTES) {
        yield await rowsAt(places)
        ;[places, bytes] = [[], 0]
      }
      places.push(String(place))
      bytes += Number(length)
    }
    if (places.length) yield await rowsAt(places)
    if (found.length < MOST_ROWS) break
  }
  await client.query('close all_rows; set local enable_seqscan = on')
}
