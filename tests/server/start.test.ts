/** How a node comes up: beside others, on large tables, on a server that takes no writes. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { watchAccess } from '../../server/db/access-triggers.ts'
import { watchChanges } from '../../server/db/change-triggers.ts'
import { watchFiles } from '../../server/db/file-triggers.ts'
import { installHmac } from '../../server/db/install-secret.ts'
import type { Database } from '../../server/kernel/database.ts'
import { watchFigures } from '../../server/figures/watch.ts'
import { migrate } from '../../server/db/migrate.ts'
import { readSettings } from '../../server/settings.ts'
import { startProduct, type Running } from '../../server/start.ts'
import { sparePort } from '../../bench/spare-port.ts'
import { bothKinds, oneKind } from '../databases.ts'
import { freshDatabase, REMOVING, silent } from '../postgres.ts'
import { PASSWORD, testApp, type TestApp } from '../product.ts'
import { databaseWith } from '../template.ts'

const root = mkdtempSync(join(tmpdir(), 'voltdesk-start-'))
afterAll(() => rmSync(root, REMOVING))
const settingsOf = (env: Record<string, string>) =>
  readSettings({
    DEMO: '0',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
    DATA_DIR: mkdtempSync(join(root, 'data-')),
    ...env,
  })

it.each(await bothKinds())('triggers come to tables that take longer than a statement may, on %s', async (kind) => {
  const made = await databaseWith('start', kind, settingsOf({}))
  await made.pool.query(`
    insert into sys_file (id, path, file_name, file_size, content_type, create_by, create_time)
      select 'f' || i, 'temp/a_' || md5(i::text) || '.png', 'a.png', 1, 'image/png', 'u', now() from generate_series(1, 3) i;
    update sys_user set avatar = (select path from sys_file where id = 'f1');
    -- As slow as a table of millions.
    create function slow() returns trigger language plpgsql as $$
      begin while clock_timestamp() < now() + interval '1.2 s' loop end loop; return new; end $$;
    drop function note_file_use() cascade;
    delete from sys_file_use;
    create trigger slow before insert on sys_file_use for each row execute function slow();
    drop function note_change() cascade`)
  await made.close()
  const database = await made.reopen({ queryLimitMs: 500 })
  await watchFiles(database.pool)
  await watchChanges(database.pool)
  const { rows } = await database.pool.query('select count(*)::int as uses from sys_file_use')
  expect(rows[0]).toEqual({ uses: expect.toSatisfy((count: number) => count > 0) })
  await made.drop()
})

it('a port that is taken is said before a database is made', async () => {
  const settings = settingsOf({ PORT: String(await sparePort()) })
  const { host, port } = settings
  const other = createServer().listen({ host, port })
  await once(other, 'listening')
  const starting = startProduct(settings, { log: pino({ level: 'silent' }) })
  await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(readdirSync(settings.dataDir)).toEqual([])
  await new Promise((closed) => other.close(closed))
})

it('a server that is too old is refused by its version, before anything is changed there', async () => {
  const database = await freshDatabase(await oneKind(), { poolSize: 1 })
  await database.pool.query(`create schema old;
    create function old.current_setting(text) returns text language sql as $$ select '13.14 (Debian 13.14-1)' $$;
    set search_path = old, pg_catalog, public`)
  await expect(migrate(database.pool)).rejects.toThrow(
    '数据库服务器是 PostgreSQL 13.14 (Debian 13.14-1)，版本过旧：需要 PostgreSQL 14 或更新的版本',
  )
  const { rows } = await database.pool.query(`select to_regclass('public.schema_migration') as made`)
  expect(rows).toEqual([{ made: null }])
  await database.drop()
})

describe.runIf((await oneKind()) === 'postgres')('on a server', () => {
  const demanding = async (url: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  it('that takes no writes people read on, are told why they cannot save, and save when it does again', async () => {
    const test: TestApp = await testApp('postgres', { demo: false })
    try {
      const admin = await test.as('admin')
      const { rows } = await test.services.pool.query<{ name: string; port: string }>(
        `select current_database() as name, current_setting('port') as port`,
      )
      const { name } = rows[0]!
      const { host, port, user } = (await test.services.pool
        .connect()
        .then((client) => (client.release(), client))) as pg.PoolClient & {
        host: string
        port: number
        user: string
      }
      const url = `postgres://${user}@${host}:${port}/${name}`
      const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      const add = () => admin('POST', '/sys/position/add', { code: 'duty', name: '值班', postRank: '1' })
      await demanding(url, `alter database ${name} set default_transaction_read_only = on`, others)
      await expect.poll(async () => (await admin('GET', '/sys/position/list')).success).toBe(true)
      const refused = await add()
      expect(refused).toMatchObject({
        status: 503,
        message: '数据库服务器目前只允许读取（可能正在切换主备），系统暂时只读，请稍后再试',
      })
      expect(refused.raw.headers['retry-after']).toMatch(/^\d+$/)
      expect((await test.app.inject('/health')).json()).toMatchObject({ status: 'readonly' })
      await demanding(url, `alter database ${name} reset default_transaction_read_only`, others)
      await expect.poll(async () => (await add()).success).toBe(true)
    } finally {
      await test.close()
    }
  })

  it('that only follows since a failover is asked for nothing after the first refusal: a new connection finds the one that leads', async () => {
    const database = await freshDatabase('postgres', { poolSize: 1 })
    const write = () => database.pool.query('create table if not exists written ()')
    // What is connected stays as it is, whoever leads by now.
    await database.pool.query('set default_transaction_read_only = on')
    await expect(write()).rejects.toThrow('read-only')
    await write()
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set default_transaction_read_only = on`)
    })
    await expect(database.db.transaction((tx) => tx.execute(sql`create table other ()`))).rejects.toThrow()
    await database.db.transaction((tx) => tx.execute(sql`create table other ()`))
    await database.drop()
  })

  /** Answers what came of it: at once, or when the person who was told to look again does. */
  async function runJob(port: number, name: string): Promise<string> {
    const at = `http://127.0.0.1:${port}/jeecg-boot/sys`
    const json = async (reply: Response) => (await reply.json()) as { message: string; result: any }
    const { result } = await json(
      await fetch(`${at}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: PASSWORD }),
      }),
    )
    const headers = { 'X-Access-Token': String(result.token) }
    const record = async () =>
      (await json(await fetch(`${at}/quartzJob/list?jobClassName=${name}`, { headers }))).result.records[0]
    const { id } = await record()
    // Runs by hand all the same, and nothing else does.
    await fetch(`${at}/quartzJob/pause?id=${id}`, { headers })
    const { lastTime } = await record()
    const { message } = await json(await fetch(`${at}/quartzJob/execute?id=${id}`, { headers }))
    if (message !== '任务已开始执行，请稍后刷新查看结果') return message
    await expect.poll(record, { timeout: 120_000 }).not.toMatchObject({ lastTime })
    await expect.poll(record, { timeout: 120_000 }).not.toMatchObject({ lastResult_dictText: '执行中' })
    return `执行${(await record()).lastResult_dictText}!`
  }

  it('a migration waits for a table that is being backed up, and holds up nobody who reads it meanwhile', async () => {
    const database = await freshDatabase('postgres')
    const folder = mkdtempSync(join(root, 'migrations-'))
    writeFileSync(join(folder, '0001_table.sql'), 'create table kept (id int)')
    await migrate(database.pool, { folder })
    writeFileSync(join(folder, '0002_column.sql'), 'alter table kept add column name text')
    const backup = await database.pool.connect()
    await backup.query('begin')
    await backup.query('select from kept')
    const warned: string[] = []
    const log = { ...silent, warn: (_: unknown, text?: string) => void warned.push(String(text)) }
    const migrated = migrate(database.pool, { folder, lockMs: 50, log })
    await expect.poll(() => warned).toEqual(['要更新的表正在使用中（例如正在备份），稍后再试'])
    for (let times = 0; times < 20; times += 1) await database.pool.query('select from kept')
    await backup.query('rollback')
    backup.release()
    expect(await migrated).toEqual(['0002_column'])
    await database.drop()
  })

  it('triggers of a newer version stay where they stand while a backup runs, else hold up nobody until it has ended', async () => {
    const database = await databaseWith('start', 'postgres', settingsOf({}))
    const { pool } = database
    const warned: string[] = []
    const log = { ...silent, warn: (_: unknown, text?: string) => void warned.push(String(text)) }
    const olderVersion = () => pool.query(`comment on function raise_access_version() is 'older'`)
    try {
      await olderVersion()
      await watchAccess(pool)
      await watchFigures(pool)
      await pool.query(`create trigger sys_tenant_figures_insert after insert on sys_tenant
        for each statement execute function raise_access_version()`)
      await olderVersion()
      const backup = await pool.connect()
      await backup.query('begin')
      for (const table of ['sys_user', 'sys_user_role', 'sys_role', 'sys_tenant', 'sys_permission'])
        await backup.query(`select from ${table}`)
      await watchAccess(pool, { lockMs: 50, mostTries: 1 })
      await watchFigures(pool, { lockMs: 50 })

      await pool.query(`comment on trigger sys_user_lock_out on sys_user is 'older'`)
      await olderVersion()
      const watched = watchAccess(pool, { lockMs: 50, log })
      await expect.poll(() => warned).toEqual(['要更新的表正在使用中（例如正在备份），稍后再试'])
      for (let times = 0; times < 20; times += 1) await pool.query('select from sys_user')
      await backup.query('rollback')
      backup.release()
      await watched
      await watchFigures(pool)
      const { rows } = await pool.query(`select tgname, obj_description(oid, 'pg_trigger') as made from pg_trigger
        where tgname in ('sys_user_lock_out', 'sys_tenant_figures_insert')`)
      expect(rows).toEqual([{ tgname: 'sys_user_lock_out', made: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    } finally {
      await database.drop()
    }
  })

  it('that takes no writes is asked for the key of this installation all the same', async () => {
    const database = await databaseWith('start', 'postgres', settingsOf({}))
    try {
      const known = await installHmac(database.db, 'a', 'b')
      const read = database.db.transaction((tx) => installHmac(tx as unknown as Database, 'a', 'b'), {
        accessMode: 'read only',
      })
      expect(await read).toBe(known)
    } finally {
      await database.drop()
    }
  })

  it('whose work from before is held up answers all the same', async () => {
    const database = await databaseWith('start', 'postgres', settingsOf({}))
    const log = pino({ level: 'silent' })
    const port = await sparePort()
    const start = () => startProduct(settingsOf({ ...database.env, PORT: String(port) }), { log })
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 'closed',
      )
    try {
      const holding = await database.pool.connect()
      await holding.query('begin')
      await holding.query('lock table sys_task')
      let isUp = false
      const starting = start().finally(() => (isUp = true))
      await expect.poll(health, { timeout: 120_000 }).toBe(200)
      expect(isUp).toBe(false)
      await holding.query('rollback')
      holding.release()
      await (await starting).stop()
      expect(await health()).toBe('closed')
    } finally {
      await database.drop()
    }
  })

  it('two nodes start at the same moment, on nothing and on what is there, and both queue at once', async () => {
    const database = await freshDatabase('postgres')
    const log = pino({ level: 'silent' })
    try {
      for (const round of ['empty', 'there', 'without its triggers and queue']) {
        if (round.startsWith('without'))
          await database.pool.query(
            'drop function note_file_use() cascade; drop function note_change() cascade; drop schema pgboss cascade',
          )
        const starting = [1, 2].map(() =>
          startProduct(settingsOf({ ...database.env, PORT: '0', DATA_DIR: mkdtempSync(join(root, 'node-')) }), { log }),
        )
        const nodes = (await Promise.allSettled(starting)).map((node) =>
          node.status === 'fulfilled' ? node.value : (node.reason as Error),
        )
        try {
          expect(nodes, round).toEqual(
            [{ port: expect.any(Number) }, { port: expect.any(Number) }].map((one) => expect.objectContaining(one)),
          )
          const running = nodes as Running[]
          const health = await Promise.all(
            running.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/health`)).json()),
          )
          expect(health).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
          // Each queues a job and waits for what comes of it.
          const names = ['move-by-clock', 'resume-notices']
          const done = await Promise.all(running.map(({ port }, i) => runJob(port, names[i]!)))
          expect(done).toEqual(['执行成功!', '执行成功!'])
        } finally {
          for (const node of nodes) if ('stop' in node) await node.stop()
        }
      }
    } finally {
      await database.drop()
    }
  })
})
