/**
 * A counter for each table of the definitions (a sequence of the schema `changes`), moved on by every statement that writes
 * to the table, whoever sends it. Nobody waits for a sequence, so writers stay independent of each other.
 * `server/resource/changes.ts` says how it is read.
 */
import { getTableName } from 'drizzle-orm'
import type { Pool } from 'pg'
import { generatedTables } from './table.ts'
import { inLongTransaction, type Patience } from './long-transaction.ts'

const tables = Object.values(generatedTables()).map(getTableName)

// Beside the tables, so that whoever throws the schema away throws it away too.
const FUNCTION = `
create schema if not exists changes;
create or replace function note_change() returns trigger language plpgsql as $body$
begin
  perform nextval(tg_argv[0]::regclass);
  return null;
end $body$`

/** For a table whose name is known to be plain; may be repeated. */
export const countingChanges = (table: string) => `
create sequence if not exists changes.${table};
create or replace trigger ${table}_changes after insert or update or delete or truncate on ${table}
  for each statement execute function note_change('changes.${table}')`

const UNWATCHED = `
  select name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null and not exists (
    select from pg_trigger where tgrelid = to_regclass('public.' || name) and tgname = name || '_changes')`

// Any number, the same on every node.
const LOCK = 7_268_204

/** One query when the triggers are there. They follow the tables, so they are no migration of their own. */
export async function watchChanges(pool: Pool, patience?: Patience): Promise<void> {
  const { rows: unwatched } = await pool.query<{ name: string }>(UNWATCHED, [tables])
  if (!unwatched.length) return
  await inLongTransaction(pool, LOCK, [FUNCTION], patience)
  // One transaction a table: a node that runs already and writes to several of them must not meet us halfway.
  for (const { name } of unwatched) await inLongTransaction(pool, LOCK, [countingChanges(name)], patience)
}
