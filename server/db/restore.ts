import type pg from 'pg'
import { onlineCode } from '#resources/onlineResource.ts'
import {
  checkFile,
  readLines,
  RowDigest,
  type Foot,
  type Head,
  type Row,
  type SequenceLine,
  type TableStart,
} from './backup-file.ts'
import { noTimeout } from './long-transaction.ts'
import { applyOne, holdStarts, readMigrations, refuseOldServer } from './migrate.ts'
import { createStatement } from './online-table.ts'
import { daysOfNumbers, moveNumbersOn, type PutBack } from './restored-numbers.ts'
import { endRestoredSessions } from './restored-sessions.ts'
import { quoted, rowsOf, tablesOf } from './table-list.ts'

export interface RestoreOptions {
  /**
   * Throw away what is there, the queue (schema pgboss) included; refused while anybody else is connected. Without it only
   * an empty database is accepted.
   */
  replace?: boolean
  migrationsFolder?: string
  /** Of the platform's day, by which numbers are counted; that of the backup when not said. */
  timeZone?: string
  /** When it is put back; now when not said. */
  now?: Date
}

const BATCH = 1000
/** And no more characters at once. */
const BATCH_TEXT = 8 * 1024 * 1024

/**
 * Brings a backup of either database into either database: checks the whole file, then in one transaction builds the
 * tables by the migrations the backup had, loads the rows, reads them back to compare, ends the sessions among them and moves
 * the numbers on. On any failure nothing changes.
 */
export async function restore(
  pool: pg.Pool,
  file: string,
  { replace = false, migrationsFolder, ...given }: RestoreOptions = {},
): Promise<Foot> {
  const { head, foot } = await checkFile(file)
  const migrations = knownMigrations(head, migrationsFolder)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await refuseOldServer(client)
    await holdStarts(client)
    const known = await daysOfNumbers(client)
    await makeRoom(client, replace)
    for (const migration of migrations) await applyOne(client, migration)
    await load(client, file, head)
    // Killed after a commit without it, whatever was ended since the backup would be open again.
    await endRestoredSessions(client)
    await moveNumbersOn(client, { timeZone: head.timeZone, ...given }, known)
    await client.query('commit')
    client.release()
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
  return foot
}

/**
 * Of a database that was put back in another way (a copy of its folder, a snapshot of its disk, a dump): the same that follows
 * a restore.
 */
export async function settlePutBack(pool: pg.Pool, given: PutBack): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await holdStarts(client)
    const ended = await endRestoredSessions(client)
    await moveNumbersOn(client, given)
    await client.query('commit')
    client.release()
    return ended
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
}

function knownMigrations(head: Head, folder?: string) {
  const known = new Map(readMigrations(folder).map((migration) => [migration.name, migration]))
  return head.migrations.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (!migration) throw new Error(`备份需要迁移 ${name}，当前程序没有它：请用与备份相同或更新的版本恢复。`)
    if (migration.checksum !== checksum) throw new Error(`迁移 ${name} 与备份时的内容不同，不能恢复。`)
    return migration
  })
}

async function makeRoom(client: pg.ClientBase, replace: boolean) {
  const found = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  )
  if (found.rows.length === 0) return
  if (!replace) throw new Error('数据库不是空的。只能恢复到空数据库；要覆盖现有数据，请加上 --replace。')
  await refuseWhileConnected(client)
  for (const schema of ['pgboss', 'changes', 'public']) await client.query(`drop schema if exists ${schema} cascade`)
  await client.query('create schema public')
}

/**
 * A node makes its queue, triggers and counters when it starts and remembers what it read; with the schemas changed under
 * it, it would go on without them. Nodes that start now wait (`holdStarts`), so nobody comes after this look. The embedded
 * database has one session and no server beside us: there the lock of the folder has said so already.
 */
async function refuseWhileConnected(client: pg.ClientBase) {
  // Background workers have no user; of other users' connections only a superuser sees more than these columns.
  const others = await client.query<{ who: string }>(`
    select coalesce(nullif(application_name, ''), usename, '未知程序') || '（' || coalesce(host(client_addr), '本机') || '）' as who
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`)
  if (others.rows.length === 0) return
  const names = [...new Set(others.rows.map(({ who }) => who))].sort().join('、')
  throw new Error(
    `还有 ${others.rows.length} 个连接在使用这个数据库：${names}。恢复会换掉全部数据，请先停止所有服务节点并断开其他程序。`,
  )
}

async function load(client: pg.ClientBase, file: string, head: Head) {
  const here = new Map((await tablesOf(client)).map((table) => [table.table, table]))
  const putBack = await setChecksAside(client, [...here.keys()])
  const loaded = new Map<string, { start: TableStart; rows: number; digest: string }>()
  const sequences: SequenceLine[] = []
  let table: TableStart | undefined
  const batch: Row[] = []
  let held = 0
  const begun = () => {
    if (!table) throw new Error('备份文件已损坏：数据行前没有表。')
    return table
  }

  for await (const { line, text } of readLines(file)) {
    if (Array.isArray(line)) {
      held = (batch.length ? held : 0) + text.length
      batch.push(line)
      if (batch.length === BATCH || held > BATCH_TEXT) await insert(client, begun(), batch.splice(0))
    } else if ('table' in line) {
      // No migration has the tables of online forms; their indexes and triggers are made when the server starts.
      if (!here.has(line.table) && onlineCode(line.table) !== undefined) {
        await client.query(createStatement(line.table, line.columns))
        here.set(line.table, line)
      }
      const missing = line.columns.find(
        (column) => !here.get(line.table)?.columns.some((own) => own.name === column.name),
      )
      if (!here.has(line.table) || missing)
        throw new Error(`备份中的 ${line.table}${missing ? `.${missing.name}` : ''} 不在数据库结构中。`)
      table = line
    } else if ('end' in line) {
      if (batch.length) await insert(client, begun(), batch.splice(0))
      loaded.set(line.end, { start: begun(), rows: line.rows, digest: line.digest })
    } else if ('sequence' in line) sequences.push(line)
  }
  for (const { sequence, value, called } of sequences)
    await client.query(`select setval($1::regclass, $2::bigint, $3)`, [`public.${quoted(sequence)}`, value, called])
  // Checks put off to the commit would keep the tables from being altered.
  await client.query('set constraints all immediate')
  await putBack()
  for (const { start, rows, digest } of loaded.values()) await compare(client, start, rows, digest, head)
}

async function insert(client: pg.ClientBase, { table, columns }: TableStart, rows: Row[]) {
  const into = `insert into public.${quoted(table)}`
  if (columns.length === 0) {
    for (let i = 0; i < rows.length; i++) await client.query(`${into} default values`)
    return
  }
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const typed = columns.map((column, i) => `v.c${i}::${column.type}`).join(', ')
  const arrays = columns.map((_, i) => `$${i + 1}::text[]`).join(', ')
  const aliases = columns.map((_, i) => `c${i}`).join(', ')
  await client.query({
    text: `${into} (${names}) overriding system value select ${typed} from unnest(${arrays}) as v(${aliases})`,
    values: columns.map((_, i) => rows.map((row) => row[i] ?? null)),
    ...noTimeout,
  } as pg.QueryConfig)
}

/**
 * Rows arrive by table name, not by reference, and triggers have run once already. Dropping and adding the constraints
 * again needs no superuser, and adding them checks every row.
 */
async function setChecksAside(client: pg.ClientBase, tables: string[]) {
  const foreignKeys = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { table, name } of foreignKeys.rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table public.${quoted(table)} disable trigger user`)
  // A migration may have put rows in; the backup has them too.
  if (tables.length) await client.query(`truncate ${tables.map((table) => `public.${quoted(table)}`).join(', ')}`)
  return async () => {
    for (const table of tables) await client.query(`alter table public.${quoted(table)} enable trigger user`)
    for (const { table, name, definition } of foreignKeys.rows)
      await client.query({
        text: `alter table ${table} add constraint ${quoted(name)} ${definition}`,
        ...noTimeout,
      } as pg.QueryConfig)
  }
}

async function compare(client: pg.ClientBase, start: TableStart, rows: number, digest: string, head: Head) {
  // timestamptz prints in the session's zone, so it is read in the zone it was written in.
  await client.query(`select set_config('TimeZone', $1, true)`, [head.timeZone])
  const read = new RowDigest()
  for await (const batch of rowsOf(client, start)) for (const row of batch) read.add(row)
  if (read.rows !== rows || read.toString() !== digest)
    throw new Error(`表 ${start.table} 恢复后的内容与备份不同，已撤销。`)
}
