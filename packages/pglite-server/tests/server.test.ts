/** Killed, locked out, run away from and talked to by many at once. */
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FolderInUse, takeLock } from '../src/index.ts'
import { fill, open, removeTemplate, temporary, type Opened, type Opening } from './database.ts'
import { programOf } from './program.ts'

const root = mkdtempSync(join(temporary, 'pglite-server-'))
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await removeTemplate()
})

let folders = 0
function newFolder(name = `f${++folders}`) {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}

async function fresh(options: Opening = {}) {
  const folder = newFolder()
  await fill(folder)
  return { folder, ...(await open(folder, options)) }
}

/** What a process needs to be a server of that folder, which writes from this number on. */
const writing = (folder: string, task: string) =>
  [programOf('tests/writer.ts').file, task, folder, programOf('src/pglite-process.ts').file] as const

/** The error of a promise that must fail. */
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error as Error & { code?: string },
  )

describe('kill -9', () => {
  it(
    'of the whole server under writes loses no acknowledged row, and the next one starts at once',
    { timeout: 120_000 },
    async () => {
      const folder = newFolder()
      await fill(folder)
      const acknowledged = new Set<number>()
      for (let round = 0; round < 3; round++) {
        const [file, ...args] = writing(folder, String(round * 1_000_000))
        const child = fork(file, args)
        await new Promise<void>((resolve) => {
          child.on('message', (id: number) => {
            acknowledged.add(id)
            if (acknowledged.size % 50 === 1) setTimeout(resolve, 100 + Math.random() * 200)
          })
        })
        // The next round opens what this one leaves.
        child.kill('SIGKILL')
      }
      const last = await open(folder)
      const { rows } = await last.pool.query<{ id: number }>('select id from written')
      const present = new Set(rows.map((row) => row.id))
      expect([...acknowledged].filter((id) => !present.has(id))).toEqual([])
      await last.close()
      expect(acknowledged.size).toBeGreaterThan(100)
    },
  )

  it('during the very first start leaves nothing half made', async () => {
    const folder = newFolder()
    const [file, ...args] = writing(folder, '0')
    for (const wait of [700, 1800]) {
      const starter = fork(file, args, { stdio: 'ignore' })
      await sleep(wait)
      starter.kill('SIGKILL')
    }
    const database = await open(folder)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  it('of a parent ends a runaway query with it', async () => {
    const folder = newFolder()
    await fill(folder)
    const [file, ...args] = writing(folder, 'runaway')
    const parent = fork(file, args)
    const child = await new Promise<number>((resolve) => parent.on('message', resolve as (pid: unknown) => void))
    await sleep(200)
    parent.kill('SIGKILL')
    await (await open(folder)).close()
    // A zombie has let go of its files.
    const state = existsSync(`/proc/${child}/stat`) && readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]
    expect(state === false || state?.startsWith('Z')).toBe(true)
  })
})

describe('the lock of the data folder', () => {
  let folder: string
  let database: Opened
  beforeAll(async () => {
    ;({ folder, ...database } = await fresh())
  })
  afterAll(() => database.close())

  it('reaches the disk: one fsync or more for every commit', async () => {
    await database.pool.query('create table t (i int)')
    const before = await database.server.fsyncs()
    for (let i = 0; i < 50; i++) await database.pool.query('insert into t values ($1)', [i])
    expect((await database.server.fsyncs()) - before).toBeGreaterThanOrEqual(50)
  })

  /** Another process that opens this database, as a node of its own. */
  const opener = (at: string, command = process.execPath, ...args: string[]) =>
    ended(spawn(command, [...args, ...writing(at, '0')]))

  it('refuses a second opener by the pid of the first', async () => {
    const { code, output } = await opener(folder)
    expect(code).not.toBe(0)
    expect(output).toContain(`正在被进程 ${process.pid} 使用`)
    const refused = await failureOf(open(folder))
    expect(refused).toBeInstanceOf(FolderInUse)
    expect(refused.message).toContain(String(process.pid))
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

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
    const taken = newFolder()
    const lock = await takeLock(taken, { host: taken, port: 5432 })
    const { code, output } = await opener(taken, command, ...args)
    expect(output).toContain(`正在被进程 ${process.pid} 使用`)
    expect(code).not.toBe(0)
    lock.release()
  })

  it('takes over what the dead have left, and nothing else', async () => {
    const abandoned = newFolder()
    await fill(abandoned)
    const left = join(abandoned, 'lock.left')
    const dying = `require('net').createServer().listen(${JSON.stringify(left)}, () => process.kill(process.pid, 'SIGKILL'))`
    await ended(spawn(process.execPath, ['-e', dying]))
    expect(existsSync(left)).toBe(true)
    writeFileSync(join(abandoned, 'lock.half'), '')
    await (await open(abandoned)).close()
    expect(readdirSync(abandoned).filter((name) => name.includes('lock'))).toEqual([])
    // One that is alive but cannot say a word may be in the middle of a long query.
    const mute = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(left)}, () => { console.log(1); for (;;); })`,
    ])
    await new Promise((resolve) => mute.stdout.once('data', resolve))
    expect((await failureOf(takeLock(abandoned, { host: abandoned, port: 5432 }, 100))).message).toContain('没有应答')
    mute.kill('SIGKILL')
    // Beside what it left, one of several gets in.
    const results = await Promise.allSettled([open(abandoned), open(abandoned), open(abandoned)])
    const inside = results.filter((result) => result.status === 'fulfilled')
    expect(inside).toHaveLength(1)
    await inside[0]!.value.close()
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const long = newFolder('a'.repeat(120))
    await fill(long)
    const other = await open(long)
    expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await failureOf(open(long))).message).toContain(`正在被进程 ${process.pid} 使用`)
    await other.close()
  })
})

describe('a runaway query', () => {
  let database: Opened
  beforeAll(async () => {
    database = await fresh({ queryLimitMs: 800 })
  })
  afterAll(() => database.close())

  it('may take its time where SET LOCAL statement_timeout says so', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    const start = Date.now()
    await client.query(
      `do $$ begin while clock_timestamp() < statement_timestamp() + interval '1 s' loop end loop; end $$`,
    )
    expect(Date.now() - start).toBeGreaterThan(900)
    await client.query('commit')
    client.release()
  })

  it('is killed, who asked can be told why, and what was written is there again', async () => {
    const { pool, server } = database
    await pool.query('create table t (i int)')
    await pool.query('insert into t values (7)')
    const client = await pool.connect()
    const { processID } = client as unknown as { processID: number }
    client.on('error', () => undefined)
    await failureOf(client.query('select count(*) from generate_series(1, 100000000000)'))
    client.release(true)
    expect(await server.whyLost(processID)).toBe('limit')
    expect(await server.whyLost(processID + 1)).toBe('closed')
    await server.ready()
    expect((await pool.query('select i from t')).rows).toEqual([{ i: 7 }])
  })
})

it('takes no writes while it is told so, also after its process was lost', async () => {
  const database = await fresh({ readOnly: true })
  const { pool, server } = database
  const write = () => pool.query('create table t (i int)')
  expect((await failureOf(write())).code).toBe('25006')
  process.kill(server.pid()!, 'SIGKILL')
  await expect.poll(() => failureOf(write()).then(({ code }) => code)).toBe('25006')
  server.setReadOnly(false)
  await expect.poll(() => write().then(() => 'written', String)).toBe('written')
  await database.close()
})

describe('many clients on the one session of PGlite', () => {
  let database: Opened
  let pool: pg.Pool
  beforeAll(async () => {
    database = await fresh({ poolSize: 5, idleInTransactionMs: 700, timeZone: 'Asia/Shanghai' })
    pool = database.pool
    await pool.query('create table account (id int primary key, amount int not null)')
    await pool.query('insert into account values (1, 0), (2, 0)')
  })
  afterAll(() => database.close())

  it('keeps concurrent transactions apart', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const client = await pool.connect()
        await client.query('begin')
        const read = await client.query<{ amount: number }>('select amount from account where id = 1')
        await sleep(Math.random() * 5)
        await client.query('update account set amount = $1 where id = 1', [read.rows[0]!.amount + 1])
        await client.query(i % 4 === 0 ? 'rollback' : 'commit')
        client.release()
      }),
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
    client.on('error', () => undefined)
    const start = Date.now()
    await client.query('begin')
    await client.query('update account set amount = 99 where id = 2')
    expect((await pool.query('select amount from account where id = 2')).rows).toEqual([{ amount: 0 }])
    expect(Date.now() - start).toBeGreaterThan(500)
    await failureOf(client.query('commit'))
    client.release(true)
  })

  it('goes on after an error inside a transaction', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into account values (3, 0)')
    expect((await failureOf(client.query('insert into account values (3, 0)'))).code).toBe('23505')
    await client.query('rollback')
    client.release()
    expect((await pool.query('select count(*)::int as n from account')).rows).toEqual([{ n: 2 }])
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
      expect((await failureOf(pool.query(statement))).code, statement).toBe('0A000')
      expect((await failureOf(pool.query({ text: statement, name: statement }))).code, statement).toBe('0A000')
    }
    await pool.query('begin; set local timezone = utc; select pg_advisory_xact_lock(1); commit')
    expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'Asia/Shanghai' }])
  })

  it('answers any client of PostgreSQL', async () => {
    const client = new pg.Client({ ...database.server.connection(), ssl: false })
    await client.connect()
    expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    await client.end()
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
