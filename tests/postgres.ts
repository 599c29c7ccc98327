import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { embeddedFolder, openDatabase, type OpenDatabase, type OpenOptions } from '../server/db/connect.ts'
import type { Log } from '../server/kernel/ports/log.ts'

/** How a folder goes that something may still write its last words into. */
export const REMOVING = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let asked: Promise<string | undefined> | undefined
let whyNot = ''

const GIGABYTE = 1024 ** 3

/** Where databases of tests lie: in memory where the machine has enough of it, because most of their files are only copied and removed. */
export const databasesFolder = (): string => {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * GIGABYTE ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A server to test with: TEST_DATABASE_URL, a local one on 5432, or one started here; undefined when there is none. */
export const postgresUrl = (): Promise<string | undefined> => (asked ??= findPostgres())
export const whyNoPostgres = () => whyNot

async function findPostgres() {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return given
  const local = 'postgres://postgres@127.0.0.1:5432/postgres'
  if (await answers(local)) return local
  try {
    return await startPostgres()
  } catch (error) {
    whyNot = `no PostgreSQL: set TEST_DATABASE_URL, or install Debian's postgresql (${(error as Error).message})`
    return undefined
  }
}

async function answers(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function startPostgres() {
  const base = '/usr/lib/postgresql'
  const version =
    existsSync(base) &&
    readdirSync(base)
      .sort((a, b) => Number(b) - Number(a))
      .find((v) => existsSync(join(base, v, 'bin/initdb')))
  if (!version) throw new Error(`nothing in ${base}`)
  const bin = (name: string) => join(base, version, 'bin', name)
  const folder = mkdtempSync(join(databasesFolder(), 'voltdesk-pg-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (name: string, ...args: string[]) =>
    execFileSync(bin(name), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      ...user,
    })
  const data = join(folder, 'data')
  const port = await sparePort()
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const settings = [
    ...[`port=${port}`, `unix_socket_directories=${folder}`, 'listen_addresses=127.0.0.1', 'max_connections=200'],
    // Nothing of it is wanted after a crash.
    ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'],
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  run('pg_ctl', '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start')
  // A watcher of its own, because a killed test process runs no exit handler.
  const stop = `kill -QUIT $(head -1 ${data}/postmaster.pid); sleep 1; rm -rf ${folder}`
  const watch = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.5; done; ${stop}`
  spawn('sh', ['-c', watch], { cwd: '/', stdio: 'ignore', detached: true }).unref()
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

export function serviceUser() {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // the next one
    }
  }
  throw new Error('running as root and no other user found')
}

export const sparePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface FreshDatabase extends OpenDatabase {
  kind: 'embedded' | 'postgres'
  /** What a process that opens this database needs in its environment. */
  env: Record<string, string>
  /** Opens it once more: for the embedded database only after `close()`. */
  reopen(options?: Partial<OpenOptions>): Promise<OpenDatabase>
  drop(): Promise<void>
  /** Instead of `drop`: closes it and answers its name, which `template` takes. */
  keep(): Promise<string>
}

interface Origin {
  /** Instead of the server of all tests. */
  server?: string
  /** What `keep` answered. */
  template?: string
}

/** A database of its own for a test file; `drop()` in the end. */
export async function freshDatabase(
  kind: 'embedded' | 'postgres',
  options: Partial<OpenOptions> = {},
  origin: Origin = {},
): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(join(databasesFolder(), 'voltdesk-test-'))
  const name = newName()
  const server = kind === 'postgres' ? (origin.server ?? (await postgresUrl())) : undefined
  if (kind === 'postgres' && !server) throw new Error(whyNot)
  const databaseUrl = server && urlOf(server, name)
  if (server)
    await onServer(
      server,
      `create database ${name} template ${origin.template ?? 'template1'} ${await copying(server)}`,
    )
  else copyTemplate(origin.template ?? (await templateFolder()), dataDir)

  const all = new Set<OpenDatabase>()
  const reopen = async (more: Partial<OpenOptions> = {}) => {
    const database = await openDatabase({ databaseUrl, dataDir, log: silent, ...options, ...more })
    all.add(database)
    return database
  }
  const first = await reopen()
  const close = async () => {
    for (const database of all) await database.close()
  }
  return {
    ...first,
    kind,
    env: databaseUrl ? { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } : { DATA_DIR: dataDir },
    reopen,
    async drop() {
      await close()
      if (server) await dropDatabase(server, name)
      rmSync(dataDir, REMOVING)
    },
    async keep() {
      await close()
      if (!server) return embeddedFolder(dataDir)
      rmSync(dataDir, REMOVING)
      return name
    },
  }
}

/** For a product in a process of its own; undefined when there is no PostgreSQL. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const server = await postgresUrl()
  if (!server) return undefined
  const name = newName()
  await onServer(server, `create database ${name}`)
  return { url: urlOf(server, name), drop: () => dropDatabase(server, name) }
}

const newName = () => `test_${randomBytes(6).toString('hex')}`
const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
const dropDatabase = async (server: string, name: string) => {
  await onServer(server, `drop database if exists ${name} with (force)`)
}

const copied = new Map<string, Promise<string>>()
/**
 * Its files as they are cost a third of what it costs to write them through the log, as a server does by itself since 15;
 * only where nobody waits for a disk, which has to have all of it twice before and after.
 */
function copying(server: string): Promise<string> {
  const known = copied.get(server) ?? onServer<{ setting: string }>(server, FASTEST).then(([row]) => row?.setting ?? '')
  copied.set(server, known)
  return known
}
const FASTEST = `select case when current_setting('server_version_num')::int >= 150000 and current_setting('fsync') = 'off'
  then 'strategy file_copy' else '' end as setting`

export async function onServer<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}

/** initdb takes three seconds, a copy of its result a tenth of one. */
async function templateFolder() {
  const engine = join(process.cwd(), 'node_modules/@electric-sql/pglite/package.json')
  const { version } = (await import(engine, { with: { type: 'json' } })).default as { version: string }
  const template = join(databasesFolder(), `voltdesk-template-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(template)) return template
  const draft = mkdtempSync(join(databasesFolder(), 'voltdesk-draft-'))
  const database = await openDatabase({ dataDir: draft, log: silent })
  await database.close()
  try {
    renameSync(embeddedFolder(draft), template)
  } catch {
    // another worker was faster
  }
  rmSync(draft, { recursive: true, force: true })
  return template
}

function copyTemplate(template: string, dataDir: string) {
  mkdirSync(embeddedFolder(dataDir), { recursive: true })
  cpSync(join(template, 'pgdata'), join(embeddedFolder(dataDir), 'pgdata'), { recursive: true })
}
