import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection, type Connection } from 'mysql2/promise'
import { join } from 'node:path'
import { databasesFolder, serviceUser, sparePort } from '../postgres.ts'

/** Debian keeps servers out of the way of people. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin:/usr/libexec`

/**
 * A server to test with: TEST_MYSQL_URL (MySQL or MariaDB, as somebody who may make databases and accounts), or a MariaDB
 * that is installed, started here on a spare port. Throws when there is none: this area is run by who wants it.
 */
export async function startMysql(): Promise<string> {
  const given = process.env['TEST_MYSQL_URL']
  if (given) return given
  const folder = mkdtempSync(join(databasesFolder(), 'voltdesk-mysql-'))
  const data = join(folder, 'data')
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder, env: { ...process.env, PATH, HOME: folder } }
  try {
    execFileSync(
      'mariadb-install-db',
      ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error("no MariaDB: set TEST_MYSQL_URL, or install Debian's mariadb-server", { cause: error })
  }
  const port = await sparePort()
  const server = spawn(
    'mariadbd',
    [
      ...[
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${join(folder, 'socket')}`,
        `--pid-file=${join(folder, 'pid')}`,
      ],
      ...[`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--innodb-flush-log-at-trx-commit=0'],
    ],
    { ...options, stdio: 'ignore' },
  )
  const ended = new Promise<never>((_, reject) => {
    server.once('exit', (code) => reject(new Error(`mariadbd ended with ${code}`)))
    server.once('error', reject)
  })
  ended.catch(() => undefined)
  // A watcher of its own, because a killed test process runs no exit handler. The server takes its file away when it has ended.
  const stop = `kill ${server.pid}; for n in 1 2 3 4 5 6 7 8 9; do test -e ${folder}/pid || break; sleep 1; done; rm -rf ${folder}`
  const watch = `while kill -0 ${process.pid} 2>/dev/null; do sleep 0.5; done; ${stop}`
  spawn('sh', ['-c', watch], { cwd: '/', stdio: 'ignore', detached: true }).unref()
  server.unref()
  const url = `mysql://root@127.0.0.1:${port}/`
  await Promise.race([answering(url), ended])
  return url
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const client = await createConnection(url).catch(() => undefined)
    if (client) return client.end()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** As whoever may everything. */
export async function asOwner<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await createConnection({ uri: url, multipleStatements: true })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
