/** What PostgreSQL does in processes of its own: without it the log and what was deleted fill the disk. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { whileCopying } from '../src/index.ts'
import { fill, open, removeTemplate, temporary, type Opened } from './database.ts'

const MEGABYTE = 1024 * 1024
let folder: string
let database: Opened | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(temporary, 'pglite-house-'))
  await fill(folder)
})
afterEach(async () => {
  await database?.close()
  database = undefined
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => removeTemplate())

const seldom = 3_600_000
async function begin(housekeeping: Parameters<typeof open>[1] = {}) {
  database = await open(folder, housekeeping)
  const ask = async (sql: string) => (await database!.pool.query<Record<string, string>>(sql)).rows
  await ask('create table t (id serial primary key, filling text)')
  return ask
}
const one = async (rows: Promise<Record<string, string>[]>) => Object.values((await rows)[0]!)[0]!
const WRITE = `insert into t (filling) select repeat('x', 1000) from generate_series(1, 1000)`
const CHECKPOINT = 'select redo_lsn::text from pg_control_checkpoint()'
const LOG = 'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int as log from pg_control_checkpoint()'

it('the log begins anew while others write, so it stays short on disk and at the next opening', async () => {
  const ask = await begin({ housekeeping: { lookMs: 20, logBytes: MEGABYTE, logMs: seldom, tablesMs: seldom } })
  let written = 0
  for (let round = 0; round < 100 && written < 20; round++) {
    await ask(WRITE)
    written++
  }
  await expect.poll(async () => Number(await one(ask(LOG)))).toBeLessThan(MEGABYTE)
  const segments = readdirSync(join(folder, 'pgdata/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  // What it has been so far, and what is kept for later.
  expect(Number(await one(ask('select count(*) from t')))).toBe(20_000)
  expect(segments.length).toBeLessThanOrEqual(5)
})

it('a little log begins anew after a while, and one that nothing was added to never', async () => {
  const ask = await begin({ housekeeping: { lookMs: 20, logBytes: 1000 * MEGABYTE, logMs: 100, tablesMs: seldom } })
  await ask(WRITE)
  await ask(WRITE)
  await expect.poll(async () => Number(await one(ask(LOG)))).toBeLessThan(MEGABYTE)
  const before = await one(ask(CHECKPOINT))
  await ask('select pg_sleep(0.3)')
  expect(await one(ask(CHECKPOINT))).toBe(before)
})

it('while somebody copies the files the log goes on, and afterwards it begins anew', async () => {
  const ask = await begin({ housekeeping: { lookMs: 10, logBytes: 4 * MEGABYTE, logMs: 10, tablesMs: seldom } })
  await whileCopying(folder, async () => {
    // One that was under way has ended.
    await ask(WRITE)
    await ask('select pg_sleep(0.2)')
    const before = await one(ask(CHECKPOINT))
    for (let round = 0; round < 10; round++) await ask(WRITE)
    await ask('select pg_sleep(0.2)')
    expect(await one(ask(CHECKPOINT))).toBe(before)
  })
  await ask(WRITE)
  await expect.poll(async () => Number(await one(ask(LOG)))).toBeLessThan(MEGABYTE)
})

it('what was deleted gives its room to what comes, and the planner knows how many rows there are', async () => {
  const ask = await begin({ housekeeping: { lookMs: 20, tablesMs: 20, rest: 0 } })
  const bytes = async () => Number(await one(ask(`select pg_table_size('t')`)))
  for (let round = 0; round < 2; round++) {
    for (let many = 0; many < 3; many++) await ask(WRITE)
    expect(await bytes()).toBeGreaterThan(3 * MEGABYTE)
    await ask('delete from t')
    await expect.poll(bytes).toBeLessThan(MEGABYTE)
  }
  await ask(WRITE)
  await expect.poll(() => one(ask(`select reltuples::int from pg_class where relname = 't'`))).toBe(1000)
})

it('long values that are replaced give their room back too, although their rows are hardly ever dead', async () => {
  const ask = await begin({ housekeeping: { lookMs: 20, tablesMs: 20, rest: 0 } })
  await ask('create table doc (id int primary key, body text)')
  await ask(`insert into doc select g, repeat(md5(g::text), 2000) from generate_series(1, 20) g`)
  await ask('alter table doc alter body set storage external')
  const sweeps = () => one(ask(`select vacuum_count from pg_stat_user_tables where relname = 'doc'`))
  // Once after every opening.
  await expect.poll(sweeps).toBe('1')
  for (let round = 0; round < 10; round++) await ask(`update doc set body = repeat(md5('${round}' || id), 2000)`)
  await expect.poll(async () => Number(await sweeps())).toBeGreaterThan(1)
})

it('every table gets its turn, whatever the planner’s own tables count', async () => {
  const ask = await begin({ housekeeping: { lookMs: 5, tablesMs: 5, rest: 0 } })
  const columns = Array.from({ length: 20 }, (_, at) => `c${at} int default 7`).join()
  for (let table = 0; table < 30; table++)
    await ask(`create table many${table} (id int, ${columns}); insert into many${table} select generate_series(1, 200)`)
  const unknown = `select count(*) from pg_class where relname like 'many%' and reltuples < 0`
  await expect.poll(() => one(ask(unknown))).toBe('0')
})

it('what cannot be swept is left alone, and the others are swept', async () => {
  const warnings: string[] = []
  const log = { info: () => undefined, error: () => undefined, warn: (_: object, text: string) => warnings.push(text) }
  const ask = await begin({ log, housekeeping: { lookMs: 5, tablesMs: 5, rest: 0 } })
  await ask('create table secret (i int); insert into secret values (1)')
  await ask(
    `create function norm(i int) returns int immutable language plpgsql as 'begin return i + (select count(*) from secret); end'`,
  )
  await ask(
    'create table poison (i int); create index on poison (norm(i)); insert into poison select generate_series(1, 100)',
  )
  await ask(WRITE)
  await expect.poll(() => one(ask(`select reltuples::int from pg_class where relname = 't'`))).toBe(1000)
  await expect.poll(() => warnings.filter((text) => text.includes('poison')).length).toBe(1)
})

it('nothing is swept in the middle of somebody’s transaction', async () => {
  const ask = await begin({ housekeeping: { lookMs: 5, logBytes: 1, tablesMs: 5 } })
  const client = await database!.pool.connect()
  await client.query('begin')
  await client.query(WRITE)
  await client.query('select pg_sleep(0.1)')
  const inside = await client.query<{ n: number }>('select count(*)::int as n from t')
  await client.query('rollback')
  client.release()
  expect(inside.rows[0]!.n).toBe(1000)
  expect(await one(ask('select count(*)::int from t'))).toBe(0)
})
