/**
 * Which files records name, and how many bytes everybody keeps, noted in the transaction that saves the record or the file,
 * whoever writes it. A file is known by its key, the 128 random bits of its path, so it is found in lists of paths, in
 * formatted text and in encoded addresses alike. Whoever saves a record locks the files it names: a sweep that comes at the
 * same moment passes them over, and a record that comes too late is refused.
 */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Field, Fields } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { LONGEST } from '#model/lengths.ts'
import { isLines, snake } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { onlyRow } from './only-row.ts'
import { inLongTransaction, type Patience } from './long-transaction.ts'

/** SQLSTATE of a refusal; its message is for people. */
export const FILE_GONE = 'VD002'

/** No path of ours is shorter. */
const SHORTEST = 40

const namesFiles = (field: Field): boolean =>
  kindOf(field).holdsFiles && !field.computed && (field.kind !== 'text' || (field.max ?? LONGEST.text) >= SHORTEST)

interface Watched {
  table: string
  columns: readonly string[]
  /** Set in rows that are deleted and never come back. */
  gone?: 'delete_time'
  /** Its rows are lines of this other table. */
  linesOf?: string
}

/** Rows of these come back from the recycle bin as they were. */
const RECOVERED = ['sysUser']

const columnsOf = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => namesFiles(field))
    .map(([name, field]) => field.column ?? snake(name))

const watched: readonly Watched[] = [
  // What a task produced and what it was given are its own until it goes.
  { table: 'sys_task', columns: ['file_path', 'fault_path', 'input'] },
  // The list of files names them all, and holds none.
  ...allResources()
    .filter(({ keptElsewhere }) => !keptElsewhere)
    .flatMap(({ name, table, fields }): Watched[] => [
      { table, columns: columnsOf(fields), ...(!RECOVERED.includes(name) && { gone: 'delete_time' }) },
      ...Object.entries(fields).flatMap(([line, field]) =>
        isLines(field) ? { table: `${table}_${snake(line)}`, columns: columnsOf(field.of), linesOf: table } : [],
      ),
    ]),
].filter(
  ({ table, columns }, _, all) =>
    columns.length || all.some((other) => other.linesOf === table && other.columns.length),
)

/** What a file is known by wherever its address stands. */
export const FILE_KEY = '[0-9a-f]{32}'

const functions = [
  `create or replace function files_named(r jsonb, columns text[]) returns text[] language sql stable as $body$
  select coalesce(array_agg(distinct f.file_key), '{}') from unnest(columns) as c
    cross join lateral regexp_matches(r ->> c, '${FILE_KEY}', 'g') as m join sys_file f on f.file_key = m[1]
$body$`,
  // Arguments: the column that says a row is gone, then those that may name files.
  `create or replace function note_file_use() returns trigger language plpgsql as $body$
declare
  columns text[] := tg_argv[1:];
  was text[] := '{}';
  becomes text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    was := array(select file_key from sys_file_use where row_id = old.id and table_name = tg_table_name);
  end if;
  if tg_op <> 'DELETE' and to_jsonb(new) ->> tg_argv[0] is null then
    -- A field that was removed from an online form keeps its value, and its file with it, until it is taken back.
    becomes := files_named(to_jsonb(new), columns)
      || array(select key from unnest(was) as key where strpos(to_jsonb(new)::text, key) > 0);
  elsif tg_op <> 'INSERT' then
    -- Its lines stay, but nobody sees them any more.
    was := was || array(select file_key from sys_file_use
      where main_id = old.id and starts_with(table_name, tg_table_name || '_'));
    delete from sys_file_use where main_id = old.id and starts_with(table_name, tg_table_name || '_');
  end if;
  -- All at once and in one order; each statement after this one sees what others had done before they let go.
  perform from sys_file where file_key = any(was || becomes) order by id for update;
  if exists (select from unnest(becomes) as key where key <> all(was) and not exists (
      select from sys_file f where f.file_key = key and f.going_time is null)) then
    raise exception using errcode = '${FILE_GONE}', message = '所引用的文件长时间未保存，已被清理，请重新上传后再保存';
  end if;
  insert into sys_file_use (row_id, table_name, file_key, main_id)
    select new.id, tg_table_name, key, to_jsonb(new) ->> 'main_id' from unnest(becomes) as key on conflict do nothing;
  if tg_op <> 'INSERT' then
    delete from sys_file_use where row_id = old.id and table_name = tg_table_name and file_key <> all(becomes);
  end if;
  update sys_file set loose_time = null where file_key = any(becomes) and loose_time is not null;
  update sys_file f set loose_time = now() where file_key = any(was) and loose_time is null
    and not exists (select from sys_file_use u where u.file_key = f.file_key);
  return null;
end $body$`,
  // A file that comes later than the record that names it: the unrolled rows of an import.
  `create or replace function note_new_file() returns trigger language plpgsql as $body$
begin
  if exists (select from sys_file_use where file_key = substring(new.path from '.*(${FILE_KEY})')) then
    new.loose_time := null;
  end if;
  return new;
end $body$`,
  `create or replace function add_file_bytes(of_holder text, of_name text, more bigint) returns void
  language sql as $body$
  insert into sys_file_bytes as b (holder, name, bytes) select of_holder, of_name, more
    where more <> 0 and of_name is not null
    on conflict (holder, name) do update set bytes = b.bytes + more
$body$`,
  `create or replace function own_bytes(f sys_file) returns bigint language sql immutable as $body$
  select case when f.loose_time is not null or f.is_private then f.file_size else 0 end::bigint
$body$`,
  // Persons before tenants, everywhere.
  `create or replace function count_file_bytes() returns trigger language plpgsql as $body$
declare
  f sys_file := case when tg_op = 'DELETE' then old else new end;
  more bigint := 0;
  own bigint := 0;
begin
  if tg_op <> 'DELETE' then
    more := more + new.file_size;
    own := own + own_bytes(new);
  end if;
  if tg_op <> 'INSERT' then
    more := more - old.file_size;
    own := own - own_bytes(old);
  end if;
  perform add_file_bytes('person', f.create_by, own);
  perform add_file_bytes('tenant', f.tenant_id::text, more);
  if tg_op = 'DELETE' then
    delete from sys_file_use where file_key = old.file_key
      and not exists (select from sys_file where file_key = old.file_key);
  end if;
  return null;
end $body$`,
]

const counted = `
create or replace trigger sys_file_new before insert on sys_file for each row execute function note_new_file();
create or replace trigger sys_file_bytes after insert or delete or update of file_size, loose_time, is_private on sys_file
  for each row execute function count_file_bytes();
delete from sys_file_bytes;
insert into sys_file_bytes select 'person', create_by, sum(own_bytes(f)) from sys_file f
  where create_by is not null group by create_by;
insert into sys_file_bytes select 'tenant', tenant_id::text, sum(file_size) from sys_file group by tenant_id`

/** Also what the rows name that are there: triggers come after a restore, and after a version that knew none. */
function noted({ table, columns, gone, linesOf }: Watched): string {
  const texts = (row: string) => `concat_ws(' ', ${columns.map((column) => `${row}.${column}`).join(', ') || "''"})`
  const differ = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ') || 'false'
  const names = (...rows: string[]) => rows.map((row) => `${texts(row)} ~ '${FILE_KEY}'`).join(' or ')
  const call = `note_file_use(${[gone ?? '', ...columns].map((word) => `'${word}'`).join(', ')})`
  const trigger = (event: string, when: string) =>
    `create or replace trigger ${table}_files_${event} after ${event} on ${table} for each row when (${when}) execute function ${call};\n`
  return (
    trigger('insert', names('new')) +
    trigger(
      'update',
      `(${differ}) and (${names('old', 'new')})${gone ? ` or old.${gone} is distinct from new.${gone}` : ''}`,
    ) +
    trigger('delete', names('old')) +
    `insert into sys_file_use (row_id, table_name, file_key${linesOf ? ', main_id' : ''})
  select distinct t.id, '${table}', m[1]${linesOf ? ', t.main_id' : ''} from ${table} t
    cross join lateral regexp_matches(${texts('t')}, '${FILE_KEY}', 'g') as m
  where ${texts('t')} ~ '${FILE_KEY}' ${gone ? `and t.${gone} is null` : ''}
    and exists (select from sys_file f where f.file_key = m[1])
  on conflict do nothing`
  )
}

const HELD = `update sys_file f set loose_time = null where loose_time is not null
  and exists (select from sys_file_use u where u.file_key = f.file_key)`

const stepsFor = (tables: readonly Watched[]) => [functions.join(';\n'), counted, ...tables.map(noted), HELD]

/**
 * For a table that is no part of the program, once its columns are there and its name is known to be plain: SQL that may be
 * repeated. Without files its triggers watch nothing.
 */
export const notingFiles = (table: string, fields: Fields): string =>
  noted({ table, columns: columnsOf(fields), gone: 'delete_time' })

// Any number, the same on every node.
const LOCK = 7_268_206

/** One query when the triggers are there. They follow the tables, so they are no migration of their own. */
export async function watchFiles(pool: Pool, patience?: Patience): Promise<void> {
  const found = await pool.query<{ mark: string | null; tables: string[] }>(
    `select obj_description(to_regproc('public.note_file_use'), 'pg_proc') as mark,
      array(select name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null) as tables`,
    [watched.map(({ table }) => table)],
  )
  const { mark, tables } = onlyRow(found.rows)
  const steps = stepsFor(watched.filter(({ table }) => tables.includes(table)))
  const fingerprint = createHash('sha256').update(steps.join(';')).digest('hex')
  if (mark === fingerprint) return
  // One transaction a table: a node that runs already and writes to several of them must not meet us halfway.
  for (const step of steps) await inLongTransaction(pool, LOCK, [step], patience)
  await pool.query(`comment on function note_file_use() is '${fingerprint}'`)
}
