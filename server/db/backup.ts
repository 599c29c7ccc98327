import { createHash } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { RowDigest, type Foot, type Head, type Line } from './backup-file.ts'
import { appliedMigrations } from './migrate.ts'
import { quoted, rowsOf, sequencesOf, tablesOf } from './table-list.ts'

/**
 * Writes the schema `public` as it is at one moment. The schema `pgboss` is left out on purpose: a queue that is brought
 * back would send old messages a second time. On the embedded database everybody else waits meanwhile, as in any
 * transaction there. The file appears under its name only when it is whole; an existing file is not overwritten.
 */
export async function backup(pool: pg.Pool, file: string): Promise<Foot> {
  if (existsSync(file)) throw new Error(`备份文件 ${file} 已存在`)
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.part`
  const client = await pool.connect()
  let foot: Foot | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const text = async function* () {
      for await (const part of contents(client)) {
        if ('foot' in part) foot = part.foot
        yield part.text
      }
    }
    // Little compression: on the embedded database time matters more than size.
    await pipeline(Readable.from(text()), createGzip({ level: 3 }), createWriteStream(draft, { mode: 0o600 }))
    await client.query('commit')
    const fd = openSync(draft, 'r+')
    fsyncSync(fd)
    closeSync(fd)
    renameSync(draft, file)
    client.release()
    return foot!
  } catch (error) {
    client.release(true)
    rmSync(draft, { force: true })
    throw error
  }
}

async function* contents(client: pg.ClientBase): AsyncGenerator<{ text: string; foot?: Foot }> {
  const hash = createHash('sha256')
  const write = (...lines: Line[]) => {
    const text = lines.map((line) => JSON.stringify(line) + '\n').join('')
    hash.update(text)
    return { text }
  }
  yield write(await headOf(client))
  let rows = 0
  const tables = await tablesOf(client)
  for (const table of tables) {
    const digest = new RowDigest()
    yield write(table)
    for await (const batch of rowsOf(client, table)) {
      for (const row of batch) digest.add(row)
      yield write(...batch)
    }
    rows += digest.rows
    yield write({ end: table.table, rows: digest.rows, digest: digest.toString() })
  }
  for (const sequence of await sequencesOf(client)) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoted(sequence)}`,
    )
    yield write({ sequence, ...state.rows[0]! })
  }
  const foot: Foot = { foot: true, tables: tables.length, rows, sha256: hash.digest('hex') }
  yield { text: JSON.stringify(foot) + '\n', foot }
}

async function headOf(client: pg.ClientBase): Promise<Head> {
  const facts = await client.query<{ zone: string; server: string }>(
    `select current_setting('TimeZone') as zone, current_setting('server_version') as server`,
  )
  const { zone, server } = facts.rows[0]!
  const migrations = await appliedMigrations(client)
  return { voltdesk: 'backup', version: 1, takenAt: new Date().toISOString(), timeZone: zone, server, migrations }
}

/** The nightly backup: writes one named after the time, and removes all but the newest. Returns its path. */
export async function backupAndRotate(pool: pg.Pool, folder: string, keep = 7): Promise<string> {
  const name = `voltdesk-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`
  await backup(pool, join(folder, name))
  const all = readdirSync(folder)
    .filter((file) => /^voltdesk-[\dT-]+\.backup$/.test(file))
    .sort()
  for (const old of all.slice(0, -keep)) rmSync(join(folder, old))
  return join(folder, name)
}
