import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { backup, backupAndRotate } from '../../server/db/backup.ts'
import type { Foot, TableEnd } from '../../server/db/backup-file.ts'
import { migrate } from '../../server/db/migrate.ts'
import { restore } from '../../server/db/restore.ts'
import { freshDatabase, postgresUrl, whyNoPostgres, type FreshDatabase } from '../postgres.ts'

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
    const database = await freshDatabase(kind)
    opened.push(database)
    return database
  }
  afterAll(async () => {
    for (const database of opened) await database.drop()
    rmSync(root, { recursive: true, force: true })
  })

  for (const from of kinds)
    for (const to of kinds)
      it(`a backup of ${from} restores into ${to}, and back`, async () => {
        const [source, target, again] = [await fresh(from), await fresh(to), await fresh(from)]
        await fill(source.pool)
        const expected = await contents(source.pool)
        expect(expected.children).toHaveLength(2502)

        const [there, back] = [join(root, `${from}-${to}`), join(root, `${from}-${to}-back`)]
        const foot = await backup(source.pool, there)
        expect(foot.rows).toBe(2502 + 2501 + 2)
        await restore(target.pool, there, options)
        expect(await contents(target.pool)).toEqual(expected)
        // Identity columns go on where they were.
        await target.pool.query('insert into a_child (amount) values (1)')

        await backup(target.pool, back)
        await restore(again.pool, back, options)
        expect((await contents(again.pool)).children).toHaveLength(2503)
        for (const database of [source, target, again]) await database.close()
      })

  it.each(kinds)('is the state of one moment while %s is written to', async (kind) => {
    const [source, target] = [await fresh(kind), await fresh(kind)]
    await fill(source.pool)
    await source.pool.query(`update a_child set amount = 0`)
    let going = true
    const moves = Array.from({ length: 3 }, async (_, i) => {
      while (going)
        await source.db.transaction(async (tx) => {
          await tx.execute(`update a_child set amount = amount + 5 where id = ${i + 1}`)
          await tx.execute(`update a_child set amount = amount - 5 where id = ${2400 + i}`)
        })
    })
    await backup(source.pool, join(root, `moment-${kind}`))
    going = false
    await Promise.all(moves)
    await restore(target.pool, join(root, `moment-${kind}`), options)
    expect((await target.pool.query('select sum(amount)::int as sum from a_child')).rows).toEqual([{ sum: 0 }])
  })

  it.each(kinds)('a broken file is refused and changes nothing on %s', async (kind) => {
    const [source, target] = [await fresh(kind), await fresh(kind)]
    await fill(source.pool)
    const file = join(root, `broken-${kind}`)
    await backup(source.pool, file)
    const whole = readFileSync(file)
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
      await expect(restore(target.pool, path, options), name).rejects.toThrow('没有做任何改动')
    }
    const tables = await target.pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
    expect(tables.rows).toEqual([])
  })

  it.each(kinds)('replaces only when asked to, all or nothing, on %s', async (kind) => {
    const database = await fresh(kind)
    const { pool } = database
    await fill(pool)
    const file = join(root, `replace-${kind}`)
    await backup(pool, file)
    await expect(backup(pool, file)).rejects.toThrow('已存在')
    await pool.query('insert into a_child (amount) values (77)')
    const before = await contents(pool)
    await expect(restore(pool, file, options)).rejects.toThrow('--replace')
    const other = mkdtempSync(join(root, 'other-'))
    await expect(restore(pool, file, { replace: true, migrationsFolder: other })).rejects.toThrow('0001_tables')
    // A file that is whole, but fails late: without its parents the children break a foreign key.
    const orphans = join(root, `orphans-${kind}`)
    writeFileSync(orphans, withoutParents(readFileSync(file)))
    await expect(restore(pool, orphans, { ...options, replace: true })).rejects.toThrow('foreign key')
    expect(await contents(pool)).toEqual(before)
    await restore(pool, file, { ...options, replace: true })
    expect((await contents(pool)).children).toHaveLength(before.children.length - 1)
  })

  it('keeps the newest of the nightly files', async () => {
    const { pool } = await fresh('embedded')
    const nightly = join(root, 'nightly')
    await backupAndRotate(pool, nightly, 2)
    for (const day of ['2020-01-01T000000', '2020-01-02T000000'])
      writeFileSync(join(nightly, `voltdesk-${day}.backup`), '')
    writeFileSync(join(nightly, 'mine.txt'), '')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const path = await backupAndRotate(pool, nightly, 2)
    const left = readdirSync(nightly)
    expect(left).toHaveLength(3)
    expect(left).toContain('mine.txt')
    expect(left.map((file) => join(nightly, file))).toContain(path)
  })

  it('works from the command line: backup beside a running server, restore only without one', async () => {
    const [source, target] = [await fresh('embedded'), await fresh('embedded')]
    await source.pool.query('create table t (i int)')
    await source.pool.query('insert into t values (1), (2)')
    const file = join(root, 'cli')
    const run = (name: string, args: string[], env: Record<string, string>) =>
      spawnSync(process.execPath, ['--import', 'tsx', `server/db/${name}-cli.ts`, ...args], {
        env: { ...process.env, DATABASE_URL: '', ...env },
        encoding: 'utf8',
      })
    // spawnSync stops this process, but not the database process beside it.
    const saved = run('backup', [file], source.env)
    expect(saved.stdout + saved.stderr).toContain('1 张表，2 行')
    const refused = run('restore', [file], source.env)
    expect(refused.stderr).toContain(`正在被进程 ${process.pid} 使用`)
    expect(refused.status).toBe(1)
    await target.close()
    // The table is no migration's, so it must be refused rather than dropped.
    const unknown = run('restore', [file], target.env)
    expect(unknown.stderr).toContain('t')
    expect(unknown.status).toBe(1)
  })
})
