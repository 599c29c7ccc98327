import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { onlyRow } from './only-row.ts'
import { RowDigest, type Foot, type Head, type Line } from './backup-file.ts'
import { appliedMigrations } from './migrate.ts'
import { needRoom, whileThereIsRoom, type Room } from './room-on-disk.ts'
import { quoted, rowsOf, sequencesOf, tablesOf } from './table-list.ts'

/**
 * Writes the schema `public` as it is at one moment. The schema `pgboss` is left out on purpose: a queue that is brought
 * back would send old messages a second time. On the embedded database everybody else would wait, as in any transaction
 * there, so `takeBackup` reads a copy of that. The file appears under its name only when it is whole; an existing file is
 * not overwritten.
 */
export async function backup(pool: pg.Pool, file: string, room?: Room): Promise<Foot> {
  if (existsSync(file)) throw new Error(`备份文件 ${file} 已存在`)
  mkdirSync(dirname(file), { recursive: true })
  if (room) await needRoom(dirname(file), 0, room)
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
    // Little compression: the transaction is open meanwhile.
    const to = createWriteStream(draft, { mode: 0o600, flush: true })
    const zip = createGzip({ level: 3 })
    if (room) await pipeline(Readable.from(text()), zip, whileThereIsRoom(dirname(file), room), to)
    else await pipeline(Readable.from(text()), zip, to)
    await client.query('commit')
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
    yield write({ sequence, ...onlyRow(state.rows) })
  }
  const foot: Foot = { foot: true, tables: tables.length, rows, sha256: hash.digest('hex') }
  yield { text: JSON.stringify(foot) + '\n', foot }
}

async function headOf(client: pg.ClientBase): Promise<Head> {
  const facts = await client.query<{ zone: string; server: string }>(
    `select current_setting('TimeZone') as zone, current_setting('server_version') as server`,
  )
  const { zone, server } = onlyRow(facts.rows)
  const migrations = await appliedMigrations(client)
  return { voltdesk: 'backup', version: 1, takenAt: new Date().toISOString(), timeZone: zone, server, migrations }
}
