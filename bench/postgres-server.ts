/** A PostgreSQL that waits for its disk, as in production: the one tests start runs without fsync. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './closing.ts'
import { sparePort } from './spare-port.ts'

const DEBIAN = '/usr/lib/postgresql'

/** Its address; TEST_DATABASE_URL when that is given. */
export async function postgresServer(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return given
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const version = versions.find((name) => existsSync(join(DEBIAN, name, 'bin/initdb')))
  if (!version) throw new Error("no PostgreSQL: set TEST_DATABASE_URL, or install Debian's postgresql")
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-bench-pg-'))
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = (name: string, ...args: string[]) =>
    execFileSync(join(DEBIAN, version, 'bin', name), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      ...user,
    })
  const port = await sparePort()
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=100 -c shared_buffers=512MB`
  run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start')
  atEnd(() => {
    run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** PostgreSQL refuses to run as root. */
function serviceUser() {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  return { uid: id('-u'), gid: id('-g') }
}
