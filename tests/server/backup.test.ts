import { fork, spawnSync } from 'node:child_process'
import { installFlows } from '../../server/flows.ts'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobResults } from '#resources/system/quartzJob.ts'
import { backup } from '../../server/db/backup.ts'
import type { Foot, TableEnd } from '../../server/db/backup-file.ts'
import { backupNight } from '../../server/db/backup-table.ts'
import { pruneUploads } from '../../server/db/backup-uploads.ts'
import { migrate } from '../../server/db/migrate.ts'
import { nightlyBackup, type Nightly } from '../../server/db/nightly-backup.ts'
import { notice } from '../../server/db/notify-tables.ts'
import { restore, settlePutBack } from '../../server/db/restore.ts'
import { rowsOf, tablesOf } from '../../server/db/table-list.ts'
import { storedFile } from '../../server/db/tables.ts'
import { runNightly } from '../../server/db/run-nightly.ts'
import { takeBackup } from '../../server/db/take-backup.ts'
import { serveHealth } from '../../server/http/health.ts'
import { openLanes } from '../../server/kernel/lanes.ts'
import { jobs } from '../../server/jobs/job-table.ts'
import { makeLeases } from '../../server/jobs/lease.ts'
import { runTimedWork } from '../../server/jobs/run-timed-work.ts'
import { servicesOf } from '../../server/product.ts'
import { programOf } from '../../server/kernel/programs.ts'
import type { Services } from '../../server/kernel/services.ts'
import { takeSerials } from '../../server/resource/serial.ts'
import { readSettings } from '../../server/settings.ts'
import { clockFrom, type TurnedClock } from '../clock.ts'
import { freshDatabase, postgresUrl, silent, whyNoPostgres, type FreshDatabase } from '../postgres.ts'
import { databaseWith } from '../template.ts'

/** A trial stands behind everything else on the machine. */
const TRIAL_MS = 1_200_000
const root = mkdtempSync(join(tmpdir(), 'voltdesk-backup-'))
const folder = mkdtempSync(join(root, 'migrations-'))
writeFileSync(
  join(folder, '0001_tables.sql'),
  `create type mood as enum ('good', 'bad');
--> statement-breakpoint
create table a_child (
  id bigint generated always as identity primary key, parent_id text, self_id bigint references a_child (id),
  amount bigint not null, twice bigint generated always as (amount * 2) stored, price numeric(12,2), real_number double precision,
  at timestamptz, day date, hour time, flags boolean[], names text[], data jsonb, bytes bytea, how mood, gap interval, code char(4)
);
--> statement-breakpoint
create table parent (id text primary key, label varchar(20) not null);
--> statement-breakpoint
alter table a_child add foreign key (parent_id) references parent (id);
--> statement-breakpoint
insert into parent values ('seed', 'from the migration');
--> statement-breakpoint
create table "Odd ""name" ("select" int);
--> statement-breakpoint
create table empty_one (i int);
--> statement-breakpoint
create function no_update() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
--> statement-breakpoint
create trigger append_only before insert on parent for each row when (new.id like 'p%') execute function no_update();
`,
)
writeFileSync(join(folder, '0002_later.sql'), 'create sequence ticket start 500;\n')
const options = { migrationsFolder: folder }
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function fill(pool: pg.Pool) {
  await migrate(pool, { folder })
  await pool.query('alter table parent disable trigger user')
  await pool.query(
    `insert into parent select 'p' || i, '名称 "' || i || E'" \\\\ \\t\\n{},' from generate_series(1, 2500) i`,
  )
  await pool.query('alter table parent enable trigger user')
  await pool.query(`insert into a_child (parent_id, amount, price, real_number, at, day, hour, flags, names, data, bytes, how, gap, code)
    select 'p' || i, i * 9007199254740, i / 7.0, i / 7.0::float8, timestamptz '2026-01-01 00:00:00.123456Z' + i * interval '1 hour',
      date '2026-01-01' + i, '10:00'::time, '{true,false,null}', array['a"b', '\\', null, '', 'null', '{x}'],
      jsonb_build_object('n', i, 's', '中文 "quoted" \\', 'z', null), decode('00ff10', 'hex'), 'bad', interval '1 day 2 hours', 'x'
    from generate_series(1, 5000) i where i <= 2500 or i > 5000`)
  await pool.query(`update a_child set self_id = id + 1 where id < 2500`)
  await pool.query(`insert into a_child (amount, data) values (0, 'null'), (-1, null)`)
  await pool.query(`insert into "Odd ""name" values (null), (1)`)
  await pool.query(`select nextval('ticket'), nextval('ticket')`)
}

/** Everything there is, as comparable text. */
async function contents(pool: pg.Pool) {
  const read = async (sql: string) => (await pool.query(sql)).rows
  return {
    children: await read('select c.*, c.at::text as exact from a_child c order by id'),
    parents: await read('select * from parent order by id collate "C"'),
    odd: await read('select * from "Odd ""name" order by 1'),
    ticket: await read('select last_value, is_called from ticket'),
    foreignKeys: await read(
      `select conname, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'f' order by 1, 2`,
    ),
    triggers: await read(`select tgname, tgenabled from pg_trigger where not tgisinternal`),
    migrations: await read('select name, checksum from schema_migration order by name'),
  }
}

function withoutParents(file: Buffer) {
  const lines = gunzipSync(file).toString().trimEnd().split('\n')
  const start = lines.findIndex((line) => line.startsWith('{"table":"parent"'))
  const end = lines.findIndex((line) => line.startsWith('{"end":"parent"'))
  const { rows } = JSON.parse(lines[end]!) as TableEnd
  const foot = JSON.parse(lines.pop()!) as Foot
  lines.splice(start + 1, end - start, JSON.stringify({ end: 'parent', rows: 0, digest: '0' } satisfies TableEnd))
  const sha256 = createHash('sha256')
    .update(lines.join('\n') + '\n')
    .digest('hex')
  return gzipSync([...lines, JSON.stringify({ ...foot, rows: foot.rows - rows, sha256 })].join('\n') + '\n')
}

const postgres = await postgresUrl()
const kinds = postgres ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
if (!postgres) console.warn(whyNoPostgres())

describe('backup and restore', () => {
  const opened: FreshDatabase[] = []
  const fresh = async (kind: 'embedded' | 'postgres') => {
    const database = await freshDatabase(kind, { poolSize: 1 })
    opened.push(database)
    return database
  }
  const made = new Map<string, ReturnType<typeof make>>()
  const make = async (kind: 'embedded' | 'postgres') => {
    const database = await fresh(kind)
    await fill(database.pool)
    const expected = await contents(database.pool)
    const file = join(root, `whole-${kind}`)
    const foot = await backup(database.pool, file)
    return { database, pool: database.pool, expected, file, foot }
  }
  /** One of each kind, with the backup of how it was. */
  const filled = (kind: 'embedded' | 'postgres') => {
    const one = made.get(kind) ?? make(kind)
    made.set(kind, one)
    return one
  }
  afterAll(async () => {
    for (const database of opened) await database.drop()
  })

  it(`a backup restores into either database, again and again`, async () => {
    const { expected, file: first, foot } = await filled('embedded')
    expect(expected.children).toHaveLength(2502)
    expect(foot.rows).toBe(2502 + 2501 + 2)
    let file = first
    for (const to of postgres ? (['postgres', 'postgres', 'embedded'] as const) : kinds) {
      const target = await fresh(to)
      await restore(target.pool, file, options)
      expect(await contents(target.pool)).toEqual(expected)
      file = join(root, `from-${to}-${opened.length}`)
      await backup(target.pool, file)
      // Identity columns go on where they were.
      await target.pool.query('insert into a_child (amount) values (1)')
      await target.close()
    }
  })

  it('rows are read a few megabytes at a time, however long they are, and come back', async () => {
    const [source, target] = [await fresh('embedded'), await fresh('embedded')]
    const wide = mkdtempSync(join(root, 'wide-'))
    writeFileSync(join(wide, '0001_wide.sql'), 'create table wide (id int, words text, data jsonb, names text[]);\n')
    await migrate(source.pool, { folder: wide })
    await source.pool
      .query(`insert into wide select i, repeat('词', 50000), jsonb_build_object('a', repeat('b', 300000)),
      array[repeat('c', 100000)] from generate_series(1, 100) i`)
    await source.pool.query(`insert into wide (id) select i from generate_series(101, 3000) i`)
    const client = await source.pool.connect()
    const sizes: number[] = []
    let rows = 0
    try {
      await client.query('begin')
      const [table] = (await tablesOf(client)).filter((one) => one.table === 'wide')
      for await (const batch of rowsOf(client, table!)) {
        sizes.push(batch.flat().reduce((sum, value) => sum + Buffer.byteLength(value ?? ''), 0))
        rows += batch.length
        expect(batch.length).toBeLessThanOrEqual(2000)
      }
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(rows).toBe(3000)
    expect(Math.max(...sizes)).toBeLessThan(9 * 1024 * 1024)
    const file = join(root, 'wide')
    await backup(source.pool, file)
    await restore(target.pool, file, { migrationsFolder: wide })
    const sum = 'select count(*)::int as count, sum(length(words) + length(data::text))::int as size from wide'
    expect((await target.pool.query(sum)).rows).toEqual((await source.pool.query(sum)).rows)
  })

  it.each(kinds)('is the state of one moment while %s is written to', async (kind) => {
    const [source, target] = [(await filled(kind)).database, await fresh(kind)]
    await source.pool.query(`update a_child set amount = 0`)
    let going = true
    let moved = 0
    const moves = Array.from({ length: kind === 'postgres' ? 3 : 1 }, async (_, i) => {
      while (going) {
        await source.db.transaction(async (tx) => {
          await tx.execute(`update a_child set amount = amount + 5 where id = ${i + 1}`)
          await tx.execute(`update a_child set amount = amount - 5 where id = ${2400 + i}`)
        })
        moved++
      }
    })
    const { DATABASE_URL: databaseUrl, DATA_DIR } = source.env
    const file = join(root, `moment-${kind}`)
    const before = moved
    await takeBackup({ databaseUrl, dataDir: DATA_DIR!, timeZone: 'Asia/Shanghai', leaveFree: 0 }, file, silent)
    // Nobody waited for it.
    expect(moved).toBeGreaterThan(before)
    going = false
    await Promise.all(moves)
    await restore(target.pool, file, options)
    expect((await target.pool.query('select sum(amount)::int as sum from a_child')).rows).toEqual([{ sum: 0 }])
    await target.close()
  })

  it.each(kinds)('a broken file is refused and changes nothing on %s', async (kind) => {
    const { pool, file: good } = await filled(kind)
    const before = await contents(pool)
    const whole = readFileSync(good)
    const lines = gunzipSync(whole).toString().split('\n')
    const zipped = (text: string[]) => gzipSync(text.join('\n'))
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1]! ^= 0x55
    const broken = {
      empty: Buffer.alloc(0),
      truncated: whole.subarray(0, whole.length - 200),
      flipped,
      'not ours': Buffer.from('hello'),
      'without its foot': zipped(lines.slice(0, -2)),
      'without a row': zipped(lines.filter((_, i) => i !== 20)),
      'with another value': zipped(lines.map((line, i) => (i === 20 ? line.replace('9', '8') : line))),
    }
    for (const [name, bytes] of Object.entries(broken)) {
      const path = join(root, `${kind} ${name}`)
      writeFileSync(path, bytes)
      await expect(restore(pool, path, { ...options, replace: true }), name).rejects.toThrow('没有做任何改动')
    }
    expect(await contents(pool)).toEqual(before)
  })

  it.each(kinds)('brings back no open session and no way in that was begun, or nothing at all, on %s', async (kind) => {
    const withSessions = { migrationsFolder: mkdtempSync(join(root, 'sessions-')) }
    writeFileSync(
      join(withSessions.migrationsFolder, '0001_sessions.sql'),
      `create table sys_session (id text primary key, revoke_time timestamptz, revoke_reason text);
--> statement-breakpoint
create table sys_one_time_code (id text primary key);
--> statement-breakpoint
create function kept_open() returns trigger language plpgsql as $$ begin raise exception 'kept open'; end $$;
--> statement-breakpoint
create trigger kept_open before update on sys_session for each row when (old.id = 'kept open') execute function kept_open();
`,
    )
    const [source, target] = [await fresh(kind), await fresh(kind)]
    await migrate(source.pool, { folder: withSessions.migrationsFolder })
    await source.pool.query(`insert into sys_session values ('open', null, null), ('ended', '2026-01-01Z', '退出')`)
    await source.pool.query(`insert into sys_one_time_code values ('sent')`)
    const file = join(root, `sessions-${kind}`)
    await backup(source.pool, file)
    await restore(target.pool, file, withSessions)
    const read = async (query: string) => (await target.pool.query(query)).rows
    expect(
      await read(`select id, revoke_reason as why, revoke_time < now() - interval '1 minute' as long_ago
      from sys_session order by id`),
    ).toEqual([
      { id: 'ended', why: '退出', long_ago: true },
      { id: 'open', why: '系统已从备份恢复', long_ago: false },
    ])
    expect(await read('select from sys_one_time_code')).toEqual([])

    await source.pool.query(`insert into sys_session values ('kept open', null, null)`)
    const other = join(root, `sessions-kept-${kind}`)
    await backup(source.pool, other)
    await expect(restore(target.pool, other, { ...withSessions, replace: true })).rejects.toThrow('kept open')
    expect(await read('select id from sys_session order by id')).toEqual([{ id: 'ended' }, { id: 'open' }])
    await Promise.all([source.close(), target.close()])
  })

  it.each(kinds)(
    'no number is given twice after a restore, again and again and on any machine, on %s',
    async (kind) => {
      const withCounters = { migrationsFolder: mkdtempSync(join(root, 'counters-')), timeZone: 'Asia/Shanghai' }
      writeFileSync(
        join(withCounters.migrationsFolder, '0001_counters.sql'),
        'create table sys_serial_counter (prefix text not null, day text not null, value integer not null, primary key (prefix, day));\n',
      )
      const [source, target] = [await fresh(kind), await fresh(kind)]
      await migrate(source.pool, { folder: withCounters.migrationsFolder })
      const at = (time: string) => new Date(`2026-03-01T${time}+08:00`)
      const given = new Set<string>()
      const take = async ({ db }: FreshDatabase, prefix: string, day: string, digits = 6) => {
        const numbers = await db.transaction((tx) => takeSerials(tx, prefix, day, digits, 14))
        for (const number of numbers) {
          expect(given).not.toContain(number)
          expect(number).toMatch(/^[A-Z]{2}\d{14,30}$/)
          given.add(number)
        }
        return numbers
      }
      const everyone = async (day: string, database: FreshDatabase) => {
        for (const prefix of ['TX', 'TK', 'TY', 'KT']) await take(database, prefix, day)
        await take(database, 'LS', day, 8)
      }
      expect((await take(source, 'TX', '20260301'))[0]).toBe('TX20260301000001')
      // A clock was ahead for a while.
      await take(source, 'TX', '20260305')
      const file = join(root, `counters-${kind}`)
      await backup(source.pool, file)
      await everyone('20260301', source)
      await everyone('20260305', source)

      await restore(target.pool, file, { ...withCounters, now: at('15:00:00') })
      expect((await take(target, 'TX', '20260301'))[0]).toBe('TX2026030154000000001')
      await everyone('20260301', target)
      await everyone('20260305', target)
      // Again over what went on since, and onto the first machine.
      await restore(target.pool, file, { ...withCounters, now: at('15:00:07'), replace: true })
      await everyone('20260301', target)
      await everyone('20260305', target)
      await restore(source.pool, file, { ...withCounters, now: at('23:30:00'), replace: true })
      await everyone('20260301', source)
      // The other clock was past midnight.
      const behind = await take(source, 'TX', '20260302')
      expect(behind[0]).toBe('TX2026030289400000001')
      expect((await take(source, 'TX', '20260303'))[0]).toBe('TX20260303000001')
      // A copy of the folder or of the disk was put back.
      await settlePutBack(source.pool, { ...withCounters, now: at('23:45:00') })
      expect((await take(source, 'TX', '20260301'))[0]).toBe('TX2026030185500000001')
      await Promise.all([source.close(), target.close()])
    },
  )

  it.each(kinds)('replaces only when asked to, all or nothing, on %s', async (kind) => {
    const { database, pool, file } = await filled(kind)
    const rows = (await contents(pool)).children.length
    await expect(backup(pool, file)).rejects.toThrow('已存在')
    await pool.query('insert into a_child (amount) values (77)')
    await pool.query('create schema changes; create sequence changes.of_a_table_that_is_no_more')
    const before = await contents(pool)
    await expect(restore(pool, file, options)).rejects.toThrow('--replace')
    const other = mkdtempSync(join(root, 'other-'))
    await expect(restore(pool, file, { replace: true, migrationsFolder: other })).rejects.toThrow('0001_tables')
    // A file that is whole, but fails late: without its parents the children break a foreign key.
    const orphans = join(root, `orphans-${kind}`)
    writeFileSync(orphans, withoutParents(readFileSync(file)))
    await expect(restore(pool, orphans, { ...options, replace: true })).rejects.toThrow('foreign key')
    expect(await contents(pool)).toEqual(before)
    if (kind === 'postgres') {
      const node = await database.reopen()
      await node.pool.query('select 1')
      await expect(restore(pool, file, { ...options, replace: true })).rejects.toThrow(
        /^还有 1 个连接在使用这个数据库：voltdesk（(127\.0\.0\.1|本机)）。/,
      )
      expect(await contents(pool)).toEqual(before)
      await node.close()
    }
    await restore(pool, file, { ...options, replace: true })
    expect(rows).toBe(2502)
    expect((await contents(pool)).children).toHaveLength(rows)
    expect((await pool.query(`select to_regnamespace('changes') as left`)).rows).toEqual([{ left: null }])
  })
})

const nameOf = (day: number) => `voltdesk-${new Date(day).toISOString().slice(0, 10)}T011000.backup`

describe.each(kinds)('every night on %s', (kind) => {
  const nights = join(root, `nights-${kind}`)
  let database: FreshDatabase
  let services: Services
  let clock: TurnedClock
  let dataDir: string
  const upload = (path: string, content: string) => {
    mkdirSync(join(dataDir, 'files', 'temp'), { recursive: true })
    writeFileSync(join(dataDir, 'files', path), content)
  }
  const kept = () => readdirSync(nights).sort()
  const contents = () =>
    readdirSync(join(nights, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
  const left = () => readdirSync(dataDir).filter((name) => name.startsWith('backup'))

  beforeAll(async () => {
    const settings = readSettings({
      DEMO: '0',
      ADMIN_PASSWORD: 'Volt#2026',
      DATA_DIR: mkdtempSync(join(root, 'data-')),
    })
    installFlows()
    database = await databaseWith('start', kind, settings)
    dataDir = database.env['DATA_DIR']!
    clock = clockFrom()
    const log = pino({ level: 'silent' }) as unknown as Services['log']
    const { DATABASE_URL: databaseUrl } = database.env
    services = servicesOf(database, { ...settings, databaseUrl, dataDir, backupDir: nights }, { log, clock })
    upload('temp/a.txt', 'one')
    upload('temp/b.txt', 'one')
    upload('.draft', 'half')
  })
  afterAll(() => database?.drop())

  const jobOf = async (name: string) => {
    const [job] = await services.db.select().from(jobs).where(eq(jobs.jobClassName, name))
    return job!
  }
  const run = async (name: string, on = services) => {
    const { id } = await jobOf(name)
    await runTimedWork(on, { id: id, run: `${name} ${clock.now().getTime()}` })
    return jobOf(name)
  }
  const health = async () => {
    const app = Fastify()
    serveHealth(app, services, openLanes(services.settings))
    return (await app.inject('/health')).json<{ backup: unknown }>().backup
  }
  const told = () => services.db.select().from(notice).where(eq(notice.kind, 'result'))
  const night = (at: string, more: Partial<Nightly> = {}): Nightly => ({
    ...{
      databaseUrl: services.settings.databaseUrl,
      dataDir,
      timeZone: 'Asia/Shanghai',
      uploads: join(dataDir, 'files'),
    },
    ...{ folder: nights, days: 1, weeks: 0, trial: false, leaveFree: 0, at, ...more },
  })

  it('database and uploads are written while a transaction keeps the database; the last of days and weeks stay', async () => {
    mkdirSync(nights)
    const earlier = Array.from({ length: 40 }, (_, i) => nameOf(Date.UTC(2019, 11, 31 - i)))
    const others = [
      ...['voltdesk-2019-12-31T001000.backup', 'voltdesk-2019-12-30T001000.backup'],
      ...['voltdesk-2027-01-01T011000.backup', 'mine.txt'],
    ]
    for (const name of [...earlier, ...others]) writeFileSync(join(nights, name), '')
    expect(await health()).toEqual({ lastGood: null, stale: false })
    const busy = await database.pool.connect()
    await busy.query('begin')
    await busy.query(`insert into sys_serial_counter values ('open', 'today', 1)`)
    expect(await nightlyBackup(night('2019-12-31T17:10:00.000Z', { days: 7, weeks: 4 }), silent)).toMatchObject({
      file: 'voltdesk-2020-01-01T011000.backup',
      uploads: { files: 2, bytes: 6 },
      missing: [],
    })
    await busy.query('rollback')
    busy.release()
    const first = 'voltdesk-2020-01-01T011000.backup'
    // Good all the same; the next one removes what this one could not.
    writeFileSync(join(nights, 'voltdesk-2019-12-31T001000.backup.uploads'), 'rot')
    expect(await nightlyBackup(night('2019-12-31T17:10:00.000Z', { days: 7, weeks: 4 }), silent)).toMatchObject({
      file: first,
      notRemoved: expect.stringContaining('voltdesk-2019-12-31T001000.backup.uploads'),
    })
    rmSync(join(nights, 'voltdesk-2019-12-31T001000.backup.uploads'))
    writeFileSync(join(nights, 'gone.backup.uploads'), 'its backup is gone')
    await pruneUploads(nights, 0)
    expect(kept()).toEqual(
      [
        ...['uploads', first, `${first}.uploads`, 'mine.txt', ...earlier.slice(0, 6)],
        // Not the last of its day, but younger than two.
        'voltdesk-2019-12-31T001000.backup',
        // The Sundays before; that of the 29th is one of the days.
        ...[nameOf(Date.UTC(2019, 11, 22)), nameOf(Date.UTC(2019, 11, 15))],
        // Named by a clock that was ahead.
        'voltdesk-2027-01-01T011000.backup',
      ].sort(),
    )
    // Two names, one content.
    expect(contents()).toHaveLength(1)
    expect(left()).toEqual([])
  })

  it('killed in the middle it leaves nothing under a good name, and the next night sweeps the rest', async () => {
    const before = kept().filter((name) => name.endsWith('.backup'))
    const child = fork(programOf('server/db/backup-process.ts').file, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.send(night('2020-01-02T17:10:00.000Z', { trial: true }))
    // The copy of the embedded database, or the trial.
    await expect.poll(left, { timeout: 60_000, interval: 20 }).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(kept().filter((name) => name.endsWith('.backup'))).toEqual(before)
    // Silent for long.
    const past = new Date(Date.now() - 3_600_000)
    utimesSync(join(dataDir, left()[0]!), past, past)
  })

  it('one that hangs is ended, and leaves nothing under a good name', async () => {
    const before = kept().filter((name) => name.endsWith('.backup'))
    const others = left()
    await expect(runNightly(night('2020-01-02T17:10:00.000Z', { trial: true }), 0)).rejects.toThrow(
      '小时没有完成，已中止',
    )
    await expect.poll(left, { timeout: 60_000 }).toEqual(others)
    expect(kept().filter((name) => name.endsWith('.backup'))).toEqual(before)
  })

  it(
    'the job keeps what it was told to, and its record, the table and /health say so',
    async () => {
      // The trial is the same for both, and takes long.
      const trial = kind === kinds.at(-1)
      const parameter = JSON.stringify({ days: 1, weeks: 0, trial })
      await services.db.update(jobs).set({ parameter }).where(eq(jobs.jobClassName, 'backup'))
      rmSync(join(dataDir, 'files', 'temp', 'a.txt'))
      upload('temp/b.txt', 'two')
      writeFileSync(join(nights, 'voltdesk-2020-01-03T011000.untried.7.part'), 'left by somebody who was killed')
      const file = { fileSize: 1, fileName: 'x', contentType: 'text/plain' }
      await services.db.insert(storedFile).values([
        { ...file, id: 'there', path: 'temp/b.txt' },
        { ...file, id: 'lost', path: 'temp/lost.txt' },
        { ...file, id: 'removed', path: 'temp/removed.txt', goingTime: clock.now().toISOString() },
        // Of these two the sweep is about to remove one, its owner the other.
        ...(trial ? ['swept', 'forgotten'].map((id) => ({ ...file, id, path: `temp/${id}.txt` })) : []),
      ])
      // As when it is not mounted.
      const before = kept()
      const nowhere = night('2020-01-01T17:10:00.000Z', { uploads: join(dataDir, 'nowhere') })
      const known = trial ? 4 : 2
      await expect(nightlyBackup(nowhere, silent)).rejects.toThrow(
        new RegExp(`nowhere 不存在或是空的，数据库中却有 ${known} 个文件$`),
      )
      expect(kept()).toEqual(expect.arrayContaining(before.filter((name) => !name.includes('.untried'))))
      const running = run('backup')
      if (trial) {
        const written = () => kept().some((name) => name.endsWith('.untried'))
        await expect.poll(written, { timeout: TRIAL_MS, interval: 20 }).toBe(true)
        const going = { goingTime: clock.now().toISOString() }
        await services.db.update(storedFile).set(going).where(eq(storedFile.id, 'swept'))
        await services.db.delete(storedFile).where(eq(storedFile.id, 'forgotten'))
      }
      const job = await running
      expect(job).toMatchObject({ lastResult: jobResults.good })
      expect(job.lastMessage).toContain('数据库中有 1 个文件没有内容')
      expect(await told()).toMatchObject([{ title: '备份成功，但数据库中有 1 个文件没有内容' }])
      await services.db.delete(notice)
      await services.db.delete(storedFile)
      expect(job.lastMessage).toMatch(
        /^已备份 \d+ 张表 \d+ 行，上传文件 1 个（0\.0 MB）；(试恢复后逐行核对一致|未试恢复)；数据库中有 1 个文件没有内容；现存 1 份，最新的是 voltdesk-/,
      )
      expect(job.lastMessage!.includes('逐行核对一致')).toBe(trial)
      const [row] = await services.db.select().from(backupNight)
      expect(row).toMatchObject({ state: 'good', uploads: 1, uploadBytes: 3, message: job.lastMessage })
      expect(kept()).toEqual([
        'mine.txt',
        'uploads',
        row!.file,
        `${row!.file}.uploads`,
        'voltdesk-2027-01-01T011000.backup',
      ])
      expect(left()).toEqual([])
      expect(await health()).toEqual({ lastGood: expect.stringMatching(/Z$/), stale: false })
      // Contents of the last day may be somebody's who is still writing his list.
      expect(contents()).toHaveLength(2)
      await pruneUploads(nights, 0)
      expect(contents()).toHaveLength(1)
    },
    TRIAL_MS,
  )

  if (kind === kinds[0]) {
    it('works from the command line: backup beside a running server, restore with its uploads only without one', async () => {
      const file = join(root, `cli-${kind}`, 'one')
      const target = await freshDatabase(kinds.at(-1)!)
      await target.close()
      const [here, there] = [database.env, target.env]
      const command = (name: string, args: string[], env: Record<string, string>) =>
        spawnSync(process.execPath, ['--import', 'tsx', `server/${name}.ts`, ...args], {
          env: { ...process.env, DATABASE_URL: '', FILES_URL: '', ...env },
          encoding: 'utf8',
        })
      // spawnSync stops this process, but not the database process beside it.
      const saved = command('backup', [file], here)
      expect(saved.stdout + saved.stderr).toMatch(/张表，\d+ 行，1 个上传文件/)
      const refused = command('restore', [file, '--replace'], here)
      expect(refused.stderr).toContain('正在被')
      expect(refused.status).toBe(1)
      const restored = command('restore', [file], there)
      expect(restored.stdout + restored.stderr).toMatch(/张表，\d+ 行，所有登录已退出，1 个上传文件/)
      expect(readFileSync(join(there['DATA_DIR']!, 'files/temp/b.txt'), 'utf8')).toBe('two')
      rmSync(join(root, `cli-${kind}`, 'uploads'), { recursive: true })
      const without = command('restore', [file, '--replace'], there)
      expect(without.stdout).toContain('0 个上传文件\n警告：1 个上传文件在备份中缺失或已损坏，没有恢复：temp/b.txt')
      expect(without.status).toBe(0)
      await target.drop()
    })
  }

  // What differs in nothing between the databases, on the quicker one.
  if (kind === kinds.at(-1)) {
    it('without the trial every upload is compared all the same: a rotten one ends the night, the next takes it anew', async () => {
      const folder = join(root, 'without-trial')
      const uploads = () => readdirSync(join(folder, 'uploads'), { recursive: true, encoding: 'utf8' })
      const contentsThere = () => uploads().filter((name) => name.length > 60)
      await nightlyBackup(night('2020-01-01T17:10:00.000Z', { folder }), silent)
      const [content] = contentsThere()
      const whole = readFileSync(join(folder, 'uploads', content!), 'utf8')
      // Of the same size.
      writeFileSync(join(folder, 'uploads', content!), 'rot')
      await expect(nightlyBackup(night('2020-01-02T17:10:00.000Z', { folder }), silent)).rejects.toThrow(
        '上传文件 temp/b.txt 的内容不符',
      )
      expect(contentsThere()).toEqual([`${content}.broken`])
      await nightlyBackup(night('2020-01-03T17:10:00.000Z', { folder }), silent)
      expect(readFileSync(join(folder, 'uploads', content!), 'utf8')).toBe(whole)
    })

    it('a disk that gets full in the middle: the half one goes, the good one stays', async () => {
      const before = kept()
      upload('temp/c.txt', 'three')
      // Room for the database, none for the uploads after it.
      const freeBytes = (folder: string) => Promise.resolve(folder.endsWith('uploads') ? 0 : 2 ** 50)
      await expect(nightlyBackup(night('2020-01-01T17:10:00.000Z', { freeBytes }), silent)).rejects.toThrow(
        '磁盘空间不足',
      )
      expect(kept()).toEqual(before)
      expect(contents()).toHaveLength(1)
      expect(left()).toEqual([])
      rmSync(join(dataDir, 'files', 'temp', 'c.txt'))
    })

    it('while one node backs up no other does; a night that was cut off with its node is told as failed', async () => {
      const begun = clock.now().toISOString()
      await services.db.insert(backupNight).values({ id: 'other', state: 'running', node: 'n2', beginTime: begun })
      const release = await services.leases.take('backup')
      // Another node where there can be one.
      const second =
        kind === 'postgres' ? { ...services, leases: makeLeases({ ...database, shared: true, log: silent }) } : services
      expect(await run('backup', second)).toMatchObject({
        lastResult: jobResults.failed,
        lastMessage: '节点 n2 正在备份',
      })
      await release!()
      clock.pass(1)
      const full = { ...services, settings: { ...services.settings, filesMinFree: 2 ** 60 } }
      expect(await run('backup', full)).toMatchObject({
        lastResult: jobResults.failed,
        lastMessage: expect.stringMatching(/^备份失败：磁盘空间不足/),
      })
      const [dead] = await services.db.select().from(backupNight).where(eq(backupNight.id, 'other'))
      expect(dead).toMatchObject({ state: 'failed', message: '备份中断：所在节点已停止' })
      // At once, but once a day.
      clock.pass(1)
      await run('backup', full)
      expect(await told()).toMatchObject([{ title: '磁盘空间不足，备份失败' }])
      await services.db.delete(notice)
    })

    it('a night that cannot be restored costs none of the good ones, and is told after two days, once a day', async () => {
      const before = kept()
      writeFileSync(join(nights, 'uploads', contents()[0]!), 'rot')
      clock.pass(1)
      expect(await run('backup')).toMatchObject({
        lastResult: jobResults.failed,
        lastMessage: expect.stringMatching(/^备份失败：备份文件 .*（上传文件 temp\/b\.txt 的内容不符）/),
      })
      expect(kept()).toEqual(expect.arrayContaining(before))
      expect(kept().filter((name) => name.endsWith('.untried'))).toHaveLength(1)
      // Put aside, so that the next night takes it anew.
      expect(contents()).toEqual([expect.stringMatching(/\.broken$/)])

      // Told by a clock that was ahead.
      const inAYear = new Date(clock.now().getTime() + 365 * 86_400_000).toISOString()
      const ahead = { id: 'ahead', state: 'good', node: 'n1', beginTime: inAYear, endTime: inAYear }
      await services.db.insert(backupNight).values(ahead)

      clock.pass(1.9 * 86_400)
      expect((await run('watch-backup')).lastMessage).toMatch(/^最近一次成功的备份：\S+ \S+$/)
      expect(await told()).toEqual([])
      clock.pass(0.2 * 86_400)
      expect((await run('watch-backup')).lastMessage).toMatch(/；已超过 2 天，已通知管理员 1 人$/)
      clock.pass(1)
      await run('watch-backup')
      expect(await told()).toMatchObject([{ title: '已超过 2 天没有成功的备份' }])
      expect(await health()).toMatchObject({ stale: true })
      clock.pass(86_400)
      await run('watch-backup')
      expect(await told()).toHaveLength(2)
      // One word keeps nobody from hearing another.
      const full = { ...services, settings: { ...services.settings, filesMinFree: 2 ** 60 } }
      for (const times of [1, 2]) {
        clock.pass(times)
        await run('backup', full)
        await run('watch-backup')
      }
      expect((await told()).slice(2)).toMatchObject([{ title: '磁盘空间不足，备份失败' }])
    })
  }
})
