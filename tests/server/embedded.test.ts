/** What the product makes of its embedded database: names for what goes wrong, a full disk, values, migrations. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bigint, date, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isConnectionLost, isQueryLimit, isReadOnly, isUniqueViolation, sqlState } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { freshDatabase, postgresUrl, whyNoPostgres, type FreshDatabase } from '../postgres.ts'

const MB = 1024 * 1024
/** The error of a promise that must fail. */
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error as Error,
  )

/** Asks again until the database answers, and says after how many milliseconds it did. */
async function healed(pool: pg.Pool) {
  const start = Date.now()
  for (;;) {
    try {
      await pool.query('select 1')
      return Date.now() - start
    } catch (error) {
      if (Date.now() - start > 10_000) throw error
      await sleep(20)
    }
  }
}

let free = 1000 * MB
/** One for all: to start it is most of the work. */
let embedded: FreshDatabase
beforeAll(async () => {
  embedded = await freshDatabase('embedded', {
    poolSize: 6,
    queryLimitMs: 800,
    idleInTransactionMs: 700,
    embedded: { freeBytes: () => Promise.resolve(free), checkSpaceMs: 20 },
  })
})
afterAll(() => embedded.drop())

describe('kill -9 under writes', () => {
  it('loses no acknowledged row when the database process is killed', { timeout: 120_000 }, async () => {
    const { pool, engine } = embedded
    await pool.query('create table written (id int primary key)')
    const acknowledged: number[] = []
    let next = 0
    for (let round = 0; round < 4; round++) {
      let going = true
      const writers = Array.from({ length: 6 }, async () => {
        while (going) {
          const id = next++
          try {
            await pool.query('insert into written values ($1)', [id])
            acknowledged.push(id)
          } catch (error) {
            expect(isConnectionLost(error), String(error)).toBe(true)
          }
        }
      })
      await sleep(50 + Math.random() * 250)
      process.kill(engine!.pid()!, 'SIGKILL')
      await healed(pool)
      going = false
      await Promise.all(writers)
      const { rows } = await pool.query<{ id: number }>('select id from written')
      const present = new Set(rows.map((row) => row.id))
      expect(acknowledged.filter((id) => !present.has(id))).toEqual([])
    }
    expect(acknowledged.length).toBeGreaterThan(20)
  })
})

describe('a runaway query', () => {
  it('is killed with a clear error, and the pool heals', async () => {
    const { pool, db } = embedded
    await pool.query('create table t (i int)')
    await pool.query('insert into t values (7)')
    const runaway = failureOf(db.execute(sql`select count(*) from generate_series(1, 100000000000)`))
    await sleep(100)
    const innocent = failureOf(pool.query('select 1'))
    const wrapped = await runaway
    expect(sqlState(wrapped)?.code).toBe('57014')
    const error = wrapped.cause as Error
    expect(isQueryLimit(error)).toBe(true)
    expect(error.message).toContain('语句运行超过 0.8 秒')
    expect(isConnectionLost(await innocent)).toBe(true)
    await healed(pool)
    expect((await pool.query('select i from t')).rows).toEqual([{ i: 7 }])
  })
})

describe('a transaction that goes wrong', () => {
  let pool: pg.Pool
  beforeAll(async () => {
    pool = embedded.pool
    await pool.query('create table account (id int primary key, amount int not null)')
    await pool.query('insert into account values (1, 0), (2, 0)')
  })

  it('is ended when it does nothing, by the name of a lost connection', async () => {
    const client = await pool.connect()
    await client.query('begin')
    // Waits for the one that does nothing.
    await pool.query('select amount from account where id = 2')
    expect(isConnectionLost(await failureOf(client.query('commit')))).toBe(true)
    client.release(true)
  })

  it('names what it met, and the pool goes on', async () => {
    const error = await failureOf(
      embedded.db.transaction(async (tx) => {
        await tx.execute(sql`insert into account values (3, 0)`)
        await tx.execute(sql`insert into account values (3, 0)`)
      }),
    )
    expect(isUniqueViolation(error)).toBe(true)
    expect(sqlState(error)).toMatchObject({ constraint: 'account_pkey', table: 'account' })
    expect((await pool.query('select count(*) as n from account')).rows).toEqual([{ n: 2 }])
  })
})

describe.each(['embedded', 'postgres'] as const)('on the %s database', (kind) => {
  let database: FreshDatabase
  let skipped = false
  beforeAll(async () => {
    if (kind === 'postgres' && !(await postgresUrl())) {
      skipped = true
      console.warn(whyNoPostgres())
      return
    }
    database = kind === 'embedded' ? embedded : await freshDatabase(kind)
  })
  afterAll(() => kind === 'postgres' && database?.drop())

  it('values are the same text, with pg and with drizzle', async ({ skip }) => {
    if (skipped) skip(whyNoPostgres())
    await database.pool.query(
      'create table value (id bigint primary key, at timestamptz, local timestamp, day date, hour time, price numeric(10,2), data jsonb, days date[])',
    )
    await database.pool.query(
      `insert into value values (1, '2026-01-02T03:04:05.678Z', '2026-01-02 03:04:05.6', '2026-01-02', '03:04:05.6', 1.5, '{"a":[1]}', '{2026-01-02}')`,
    )
    const expected = {
      id: 1,
      at: '2026-01-02 11:04:05',
      local: '2026-01-02 03:04:05',
      day: '2026-01-02',
      hour: '03:04:05',
      price: '1.50',
      data: { a: [1] },
      days: ['2026-01-02'],
    }
    expect((await database.pool.query('select * from value')).rows).toEqual([expected])
    expect((await database.db.execute(sql`select * from value`)).rows).toEqual([expected])
    const value = pgTable('value', {
      id: bigint('id', { mode: 'number' }).primaryKey(),
      at: timestamp('at', { withTimezone: true, mode: 'string' }),
      day: date('day'),
      name: text('hour'),
    })
    expect(await database.db.select().from(value)).toEqual([
      { id: 1, at: expected.at, day: expected.day, name: expected.hour },
    ])
    const [big] = (await database.pool.query('select 9007199254740993::bigint as big, count(*) as n from value')).rows
    expect(big).toEqual({ big: '9007199254740993', n: 1 })
  })

  it('migrations are applied once by nodes that start together, and an edited one is refused', async ({ skip }) => {
    if (skipped) skip(whyNoPostgres())
    const folder = mkdtempSync(join(tmpdir(), 'voltdesk-migrations-'))
    writeFileSync(
      join(folder, '0001_first.sql'),
      'create table first (i int);\n--> statement-breakpoint\ninsert into first values (1);\n',
    )
    writeFileSync(join(folder, '0002_second.sql'), 'alter table first add column j int default 2;\n')
    const results = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { folder })))
    expect(results.flat().sort()).toEqual(['0001_first', '0002_second'])
    expect((await database.pool.query('select * from first')).rows).toEqual([{ i: 1, j: 2 }])
    expect(await migrate(database.pool, { folder })).toEqual([])

    writeFileSync(
      join(folder, '0003_broken.sql'),
      'create table third (i int);\n--> statement-breakpoint\nselect nothing;\n',
    )
    expect((await failureOf(migrate(database.pool, { folder }))).message).toContain('0003_broken')
    expect((await database.pool.query(`select to_regclass('third') as found`)).rows).toEqual([{ found: null }])
    rmSync(join(folder, '0003_broken.sql'))

    writeFileSync(join(folder, '0001_first.sql'), readFileSync(join(folder, '0001_first.sql'), 'utf8') + '-- edited')
    expect((await failureOf(migrate(database.pool, { folder }))).message).toContain('修改过')
    rmSync(folder, { recursive: true, force: true })
  })

  // The embedded one cannot lose a single connection; its time limit is tried above, with the child that it ends.
  if (kind === 'embedded') return

  it('a broken connection does not end the process, and the pool heals', async ({ skip }) => {
    if (skipped) skip(whyNoPostgres())
    const clients = [await database.pool.connect(), await database.pool.connect()]
    await clients[0]!.query('begin')
    clients[1]!.release()
    const server = new pg.Client({ connectionString: await postgresUrl() })
    await server.connect()
    const [name] = (await database.pool.query<{ name: string }>('select current_database() as name')).rows
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name!.name])
    await server.end()
    expect(isConnectionLost(await failureOf(clients[0]!.query('select 1')))).toBe(true)
    clients[0]!.release()
    await healed(database.pool)
  })

  it('a statement ends at its limit', async ({ skip }) => {
    if (skipped) skip(whyNoPostgres())
    const limited = await database.reopen({ queryLimitMs: 200 })
    expect(isQueryLimit(await failureOf(limited.pool.query('select pg_sleep(5)')))).toBe(true)
  })
})

// The last: its database is closed and opened again.
describe('a full disk', () => {
  it('makes the database read-only until there is room again', async () => {
    const database = embedded
    await database.pool.query('create table kept (i int)')
    // The process hears of it by another way than the statements come, and nothing is left of one that came before.
    const refuses = () =>
      expect
        .poll(async () =>
          isReadOnly(
            await failureOf(
              database.db.transaction(async (tx) => {
                await tx.execute(sql`insert into kept values (1)`)
                throw new Error('too early')
              }),
            ),
          ),
        )
        .toBe(true)
    free = 100 * MB
    await expect.poll(() => database.readOnly()).toBe(true)
    await refuses()
    expect(
      isReadOnly(await failureOf(database.db.transaction((tx) => tx.execute(sql`insert into kept values (1)`)))),
    ).toBe(true)
    expect((await database.pool.query('select * from kept')).rows).toEqual([])
    // Still so after the process was killed.
    process.kill(database.engine!.pid()!, 'SIGKILL')
    await healed(database.pool)
    await refuses()
    free = 1000 * MB
    await expect.poll(() => database.readOnly()).toBe(false)
    await expect
      .poll(() =>
        database.pool.query('insert into kept values (1)').then(
          () => 'written',
          (error: Error) => error.message,
        ),
      )
      .toBe('written')
    await database.close()

    free = 100 * MB
    const started = await database.reopen()
    expect(started.readOnly()).toBe(true)
    expect((await started.pool.query('select * from kept')).rows).toEqual([{ i: 1 }])
    expect(isReadOnly(await failureOf(started.pool.query('insert into kept values (2)')))).toBe(true)
  })
})
