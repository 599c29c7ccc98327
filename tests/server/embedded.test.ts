import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bigint, date, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  embeddedFolder,
  isConnectionLost,
  isQueryLimit,
  isReadOnly,
  isUniqueViolation,
  sqlState,
} from '../../server/db/connect.ts'
import { takeLock } from '../../server/db/embedded-lock.ts'
import { migrate } from '../../server/db/migrate.ts'
import { programOf } from '../../server/kernel/programs.ts'
import { freshDatabase, postgresUrl, silent, whyNoPostgres, type FreshDatabase } from '../postgres.ts'

const writer = () => programOf('tests/server/embedded-writer.ts').file
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

describe('kill -9 under writes', () => {
  it('loses no acknowledged row when the database process is killed', { timeout: 120_000 }, async () => {
    const database = await freshDatabase('embedded')
    const { pool, engine } = database
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
    await database.drop()
  })

  it(
    'loses no acknowledged row when the whole server is killed, and the next one starts at once',
    { timeout: 120_000 },
    async () => {
      const database = await freshDatabase('embedded')
      await database.pool.query('create table written (id int primary key)')
      await database.close()
      const acknowledged = new Set<number>()
      for (let round = 0; round < 3; round++) {
        const child = fork(writer(), [String(round * 1_000_000)], {
          env: { ...process.env, ...database.env },
        })
        await new Promise<void>((resolve) => {
          child.on('message', (id: number) => {
            acknowledged.add(id)
            if (acknowledged.size % 50 === 1) setTimeout(resolve, 100 + Math.random() * 200)
          })
        })
        child.kill('SIGKILL')
        const again = await database.reopen()
        const { rows } = await again.pool.query<{ id: number }>('select id from written')
        const present = new Set(rows.map((row) => row.id))
        expect([...acknowledged].filter((id) => !present.has(id))).toEqual([])
        await again.close()
      }
      expect(acknowledged.size).toBeGreaterThan(100)
      await database.drop()
    },
  )

  it('survives a kill during the very first start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltdesk-first-'))
    for (const wait of [700, 1800]) {
      const starter = fork(writer(), ['0'], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: 'ignore',
      })
      await sleep(wait)
      starter.kill('SIGKILL')
    }
    const { openDatabase } = await import('../../server/db/connect.ts')
    const database = await openDatabase({ dataDir, log: silent })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('the lock of the data folder', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('embedded')
  })
  afterAll(() => database.drop())

  it('reaches the disk: one fsync or more for every commit', async () => {
    await database.pool.query('create table t (i int)')
    const before = await database.engine!.fsyncs()
    for (let i = 0; i < 50; i++) await database.pool.query('insert into t values ($1)', [i])
    expect((await database.engine!.fsyncs()) - before).toBeGreaterThanOrEqual(50)
  })

  it('refuses a second opener by the pid of the first', async () => {
    const second = spawn(process.execPath, [writer(), '0'], {
      env: { ...process.env, ...database.env },
    })
    const { code, output } = await ended(second)
    expect(code).not.toBe(0)
    expect(output).toContain(`正在被进程 ${process.pid} 使用`)
    expect(await failureOf(database.reopen())).toMatchObject({ message: expect.stringContaining(String(process.pid)) })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  /** Another process that opens this database, as a node of its own. */
  const opener = (env: Record<string, string>, command = process.execPath, ...args: string[]) =>
    ended(
      spawn(command, [...args, writer(), '0'], {
        env: { ...process.env, ...env },
      }),
    )

  const apart = ['-pfnu', '--mount-proc'] as const
  const canBeApart = spawnSync('unshare', [...apart, 'true']).status === 0
  if (!canBeApart) console.warn('no `unshare`, or no right to it: two containers on one folder are not tried')
  const samePid = `data:text/javascript,Object.defineProperty(process,'pid',{value:${process.pid}})`
  const seconds: { who: string; command: string; args: string[] }[] = [
    { who: 'whoever has the same pid', command: process.execPath, args: ['--import', samePid] },
  ]
  if (canBeApart)
    seconds.push({
      who: 'another container, with pids and ports of its own',
      command: 'unshare',
      args: [...apart, process.execPath],
    })
  it.each(seconds)('refuses $who, also while the first is only starting', async ({ command, args }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltdesk-two-'))
    const folder = embeddedFolder(dataDir)
    mkdirSync(folder)
    const lock = await takeLock(folder, { host: folder, port: 5432 })
    const { code, output } = await opener({ DATA_DIR: dataDir }, command, ...args)
    expect(output).toContain(`正在被进程 ${process.pid} 使用`)
    expect(code).not.toBe(0)
    lock.release()
    rmSync(dataDir, { recursive: true })
  })

  it('takes over what the dead have left, and nothing else', async () => {
    await database.close()
    const folder = embeddedFolder(database.env['DATA_DIR']!)
    const left = join(folder, 'lock.left')
    const dying = `require('net').createServer().listen(${JSON.stringify(left)}, () => process.kill(process.pid, 'SIGKILL'))`
    await ended(spawn(process.execPath, ['-e', dying]))
    expect(existsSync(left)).toBe(true)
    writeFileSync(join(folder, 'lock.half'), '')
    await (await database.reopen()).close()
    expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([])
    // One that is alive but cannot say a word may be in the middle of a long query.
    const mute = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(left)}, () => { console.log(1); for (;;); })`,
    ])
    await new Promise((resolve) => mute.stdout.once('data', resolve))
    expect((await failureOf(takeLock(folder, { host: folder, port: 5432 }, 100))).message).toContain('没有应答')
    mute.kill('SIGKILL')
  })

  it('lets one of several simultaneous openers in, also beside what the dead have left', async () => {
    await database.close()
    const results = await Promise.allSettled([database.reopen(), database.reopen(), database.reopen()])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const root = mkdtempSync(join(tmpdir(), 'voltdesk-long-'))
    const dataDir = join(root, 'a'.repeat(120))
    mkdirSync(dataDir)
    const database = await freshDatabase('embedded', { dataDir })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await failureOf(database.reopen())).message).toContain(`正在被进程 ${process.pid} 使用`)
    await database.drop()
    rmSync(root, { recursive: true, force: true })
  })
})

describe('a runaway query', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('embedded', { queryLimitMs: 800 })
  })
  afterAll(() => database.drop())

  it('may take its time where SET LOCAL statement_timeout says so', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    // Doubled until it takes longer than would be allowed.
    let [many, took] = [1_000_000, 0]
    for (; took < 900; many *= 2) {
      const start = Date.now()
      await client.query('select count(*) from generate_series(1, $1::int)', [many])
      took = Date.now() - start
    }
    await client.query('commit')
    client.release()
  })

  it('is killed with a clear error, and the pool heals', async () => {
    const { pool, db } = database
    await pool.query('create table t (i int)')
    await pool.query('insert into t values (7)')
    const runaway = failureOf(pool.query('select count(*) from generate_series(1, 100000000000)'))
    await sleep(100)
    const innocent = failureOf(pool.query('select 1'))
    const error = await runaway
    expect(isQueryLimit(error)).toBe(true)
    expect(error.message).toContain('语句运行超过 0.8 秒')
    expect(isConnectionLost(await innocent)).toBe(true)
    await healed(pool)
    expect((await pool.query('select i from t')).rows).toEqual([{ i: 7 }])
    const wrapped = await failureOf(db.execute(sql`select count(*) from generate_series(1, 100000000000)`))
    expect(sqlState(wrapped)?.code).toBe('57014')
    await healed(pool)
  })

  it('does not outlive a parent that was killed', async () => {
    const database = await freshDatabase('embedded')
    await database.close()
    const parent = fork(writer(), ['runaway'], {
      env: { ...process.env, ...database.env },
    })
    const child = await new Promise<number>((resolve) => parent.on('message', resolve as (pid: unknown) => void))
    await sleep(200)
    parent.kill('SIGKILL')
    await (await database.reopen()).close()
    // A zombie has let go of its files.
    const state = existsSync(`/proc/${child}/stat`) && readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]
    expect(state === false || state?.startsWith('Z')).toBe(true)
    await database.drop()
  })
})

describe('a full disk', () => {
  it('makes the database read-only until there is room again', async () => {
    let free = 1000 * MB
    const embedded = { freeBytes: () => Promise.resolve(free), checkSpaceMs: 20 }
    const database = await freshDatabase('embedded', { embedded })
    await database.pool.query('create table t (i int)')
    free = 100 * MB
    await expect.poll(() => database.readOnly()).toBe(true)
    await sleep(50)
    expect(isReadOnly(await failureOf(database.pool.query('insert into t values (1)')))).toBe(true)
    expect(
      isReadOnly(await failureOf(database.db.transaction((tx) => tx.execute(sql`insert into t values (1)`)))),
    ).toBe(true)
    expect((await database.pool.query('select * from t')).rows).toEqual([])
    // Still so after the process was killed.
    process.kill(database.engine!.pid()!, 'SIGKILL')
    await healed(database.pool)
    expect(isReadOnly(await failureOf(database.pool.query('insert into t values (1)')))).toBe(true)
    free = 1000 * MB
    await expect.poll(() => database.readOnly()).toBe(false)
    await sleep(50)
    await database.pool.query('insert into t values (1)')
    await database.close()

    free = 100 * MB
    const started = await database.reopen()
    expect(started.readOnly()).toBe(true)
    expect((await started.pool.query('select * from t')).rows).toEqual([{ i: 1 }])
    expect(isReadOnly(await failureOf(started.pool.query('insert into t values (2)')))).toBe(true)
    await database.drop()
  })
})

describe('many clients on the one session of PGlite', () => {
  let database: FreshDatabase
  let pool: pg.Pool
  beforeAll(async () => {
    database = await freshDatabase('embedded', { poolSize: 5, idleInTransactionMs: 700 })
    pool = database.pool
    await pool.query('create table account (id int primary key, amount int not null)')
    await pool.query('insert into account values (1, 0), (2, 0)')
  })
  afterAll(() => database.drop())

  it('keeps concurrent transactions apart', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) =>
        database.db
          .transaction(async (tx) => {
            const read = await tx.execute<{ amount: number }>(sql`select amount from account where id = 1`)
            await sleep(Math.random() * 5)
            await tx.execute(sql`update account set amount = ${read.rows[0]!.amount + 1} where id = 1`)
            if (i % 4 === 0) throw new Error('rolled back')
          })
          .catch((error: Error) => expect(error.message).toBe('rolled back')),
      ),
    )
    expect((await pool.query('select amount from account where id = 1')).rows).toEqual([{ amount: 30 }])
  })

  it('keeps statements apart that arrive in many packets', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, i) =>
        i % 2
          ? (await pool.query<{ n: number }>('select $1::int as n', [i])).rows[0]!.n
          : (
              await pool.query<{ n: number }>('select length($1::text) as length, $2::int as n', [
                'x'.repeat(400_000),
                i,
              ])
            ).rows[0]!.n,
      ),
    )
    expect(answers).toEqual(Array.from({ length: 60 }, (_, i) => i))
  })

  it('keeps named statements apart', async () => {
    const [one, two] = [await pool.connect(), await pool.connect()]
    for (let i = 0; i < 3; i++) {
      expect((await one.query({ name: 'same', text: 'select 1 as a' })).rows).toEqual([{ a: 1 }])
      expect((await two.query({ name: 'same', text: 'select $1::text as b', values: ['x'] })).rows).toEqual([
        { b: 'x' },
      ])
    }
    one.release(true)
    two.release(true)
    await expect.poll(async () => (await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
  })

  it('rolls back a client that leaves in the middle of a transaction', async () => {
    for (const moment of ['between', 'during']) {
      const client = await pool.connect()
      await client.query('begin')
      const update = client.query('update account set amount = -1 where id = 2')
      if (moment === 'between') await update
      else update.catch(() => undefined)
      ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      client.release(true)
      expect((await pool.query('select amount from account where id = 2')).rows).toEqual([{ amount: 0 }])
    }
    // BEGIN and good-bye in one breath.
    const client = await pool.connect()
    client.query('begin').catch(() => undefined)
    await sleep(0)
    client.release(true)
    expect((await pool.query('select amount from account where id = 2')).rows).toEqual([{ amount: 0 }])
  })

  it('ends a transaction that does nothing, so that the others go on', async () => {
    const client = await pool.connect()
    const start = Date.now()
    await client.query('begin')
    await client.query('update account set amount = 99 where id = 2')
    expect((await pool.query('select amount from account where id = 2')).rows).toEqual([{ amount: 0 }])
    expect(Date.now() - start).toBeGreaterThan(500)
    expect(isConnectionLost(await failureOf(client.query('commit')))).toBe(true)
    client.release(true)
  })

  it('goes on after an error inside a transaction', async () => {
    const error = await failureOf(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into account values (3, 0)`)
        await tx.execute(sql`insert into account values (3, 0)`)
      }),
    )
    expect(isUniqueViolation(error)).toBe(true)
    expect(sqlState(error)).toMatchObject({ constraint: 'account_pkey', table: 'account' })
    expect((await pool.query('select count(*) as n from account')).rows).toEqual([{ n: 2 }])
  })

  it('delivers notifications to those who listen, and to nobody else', async () => {
    const heard: string[] = []
    const listen = async (name: string, channel?: string) => {
      const client = await pool.connect()
      client.on('notification', (notice) => heard.push(`${name}:${notice.channel}:${notice.payload}`))
      if (channel) await client.query(`listen ${channel}`)
      return client
    }
    const clients = [await listen('a', 'news'), await listen('b', '"Other"'), await listen('c')]
    await pool.query(`select pg_notify('news', 'one')`)
    await pool.query('begin; notify "Other", \'two\'; commit')
    await clients[0]!.query('unlisten news')
    await pool.query(`notify news, 'three'`)
    await expect.poll(() => heard).toEqual(['a:news:one', 'b:Other:two'])
    for (const client of clients) client.release(true)
  })

  it('refuses what would change the session of everybody', async () => {
    const refused = [
      'set timezone = utc',
      'reset all',
      'discard all',
      'select pg_advisory_lock(1)',
      'copy account from stdin',
    ]
    for (const statement of refused) {
      expect(sqlState(await failureOf(pool.query(statement)))?.code, statement).toBe('0A000')
      expect(sqlState(await failureOf(pool.query({ text: statement, name: statement })))?.code, statement).toBe('0A000')
    }
    await pool.query('begin; set local timezone = utc; select pg_advisory_xact_lock(1); commit')
    expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'Asia/Shanghai' }])
  })

  it('answers any client of PostgreSQL', async () => {
    const client = new pg.Client({ ...database.engine!.connection, ssl: false })
    await client.connect()
    expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    await client.end()
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
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.drop())

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

function ended(child: ChildProcess) {
  let output = ''
  child.stdout?.on('data', (data) => (output += String(data)))
  child.stderr?.on('data', (data) => (output += String(data)))
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}
