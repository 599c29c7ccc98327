import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { project } from '../kernel/programs.ts'
import { betweenOthers, noTimeout, type Patience } from './long-transaction.ts'
import { onlyRow } from './only-row.ts'

export interface Migration {
  name: string
  checksum: string
  statements: string[]
}

export const migrationsFolder = join(project, 'server/db/migrations/')

// Any number, the same on every node.
const LOCK = 7_268_201

interface MigrateOptions extends Patience {
  folder?: string
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      // Git on Windows may have changed the line ends.
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return {
        name: file.slice(0, -'.sql'.length),
        checksum: createHash('sha256').update(text).digest('hex'),
        statements: text.split('--> statement-breakpoint').filter((statement) => statement.trim()),
      }
    })
}

/**
 * Applies what is missing, each migration in a transaction with its row in schema_migration. Nodes that start together
 * wait for each other. Refuses a migration that was edited after it was applied. Returns the names it applied.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder)
  const applied: string[] = []
  const client = await pool.connect()
  try {
    await refuseOldServer(client)
    const there = await notEdited(client, migrations)
    for (const migration of migrations.filter(({ name }) => !there.has(name)))
      if (await applyBetweenOthers(client, migration, options)) {
        applied.push(migration.name)
        options.log?.info({ migration: migration.name }, '数据库结构已更新')
      }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  return applied
}

/** The first that knows `create or replace trigger`. */
const OLDEST = 14

/** Before anything is changed by half. */
export async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const { version } = onlyRow(rows)
  if (Number.parseInt(version, 10) < OLDEST)
    throw new Error(`数据库服务器是 PostgreSQL ${version}，版本过旧：需要 PostgreSQL ${OLDEST} 或更新的版本。`)
}

async function applyBetweenOthers(client: pg.ClientBase, migration: Migration, options: MigrateOptions) {
  const what = { migration: migration.name }
  try {
    return await betweenOthers(client, LOCK, what, () => applyOne(client, migration), options)
  } catch (error) {
    throw new Error(`数据库结构更新 ${migration.name} 失败：${(error as Error).message}`, { cause: error })
  }
}

/** Until the end of the caller's transaction no node that starts gets further than its connection. */
export async function holdStarts(client: pg.ClientBase): Promise<void> {
  await client.query('set local statement_timeout = 0')
  // A session lock would not isolate anybody on the embedded database.
  await client.query({ text: `select pg_advisory_xact_lock(${LOCK})`, ...noTimeout } as pg.QueryConfig)
}

/** Inside the caller's transaction. False when it was there already. */
export async function applyOne(client: pg.ClientBase, migration: Migration): Promise<boolean> {
  await holdStarts(client)
  await client.query(
    `create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const found = await client.query<{ checksum: string }>('select checksum from schema_migration where name = $1', [
    migration.name,
  ])
  if (found.rows[0]) {
    refuseDifferent(migration, found.rows[0].checksum)
    return false
  }
  for (const text of migration.statements) await client.query({ text, ...noTimeout } as pg.QueryConfig)
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
  return true
}

export async function appliedMigrations(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  const table = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migration') is not null as found`,
  )
  if (!table.rows[0]?.found) return []
  return (
    await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
  ).rows
}

/**
 * Those applied already, all as they were then: before anything new is applied, so that an edited old file does not let the
 * new ones through first. Stands in line with whoever holds the starts, and costs a usual start nothing more.
 */
async function notEdited(client: pg.ClientBase, migrations: Migration[]): Promise<ReadonlySet<string>> {
  await client.query('begin')
  await holdStarts(client)
  const applied = new Map((await appliedMigrations(client)).map((row) => [row.name, row.checksum]))
  await client.query('commit')
  for (const migration of migrations) {
    const checksum = applied.get(migration.name)
    if (checksum !== undefined) refuseDifferent(migration, checksum)
  }
  return new Set(applied.keys())
}

function refuseDifferent(migration: Migration, appliedChecksum: string) {
  if (migration.checksum === appliedChecksum) return
  throw new Error(`迁移文件 ${migration.name}.sql 在应用之后被修改过。请恢复原文件，并用新的迁移文件表达改动。`)
}
