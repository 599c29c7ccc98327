/** Installs the packages when they are missing or the lock file has changed. Node built-ins only. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** A file of an installed package. */
export const bin = (path) => join(root, 'node_modules', path)
/** Inside node_modules, so that deleting it forgets everything. */
export const cache = join(root, 'node_modules/.cache/voltdesk')

/** Runs in the project's folder with its output shown; true when it went well. */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0
}

/** npm by the address it was started from: on Windows it is not a program that can be run by name. */
function npm(...args) {
  const self = process.env.npm_execpath
  return self?.endsWith('.js')
    ? run(process.execPath, [self, ...args])
    : run('npm', args, { shell: process.platform === 'win32' })
}

/** `dev`: what tests need too. */
export function install({ dev }) {
  const lock = join(root, 'package-lock.json')
  const stamp = join(cache, 'installed')
  const lean = !dev && process.env.NODE_ENV === 'production'
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  // What tests need includes what the server needs.
  if (found === `${wanted} all` || (lean && found === `${wanted} lean`)) return
  if (found === undefined && installedByHand(lock)) return remember(stamp, wanted, 'all')

  console.log('正在安装依赖（首次需要一两分钟）…')
  const flags = ['--no-audit', '--no-fund', ...(lean ? ['--omit=dev'] : ['--include=dev'])]
  if (!npm('ci', ...flags)) {
    console.log('npm ci 没有成功，改用 npm install …')
    if (!npm('install', ...flags)) {
      console.error('\n依赖安装失败。请检查网络和 npm 源，然后重试。\n')
      process.exit(1)
    }
  }
  remember(stamp, wanted, lean ? 'lean' : 'all')
}

/** npm writes this file at the end of an installation; younger than the lock file, it is of this lock file. */
function installedByHand(lock) {
  const done = join(root, 'node_modules/.package-lock.json')
  return (
    existsSync(done) &&
    existsSync(join(root, 'node_modules/typescript')) &&
    statSync(done).mtimeMs >= statSync(lock).mtimeMs - 1000
  )
}

function remember(stamp, wanted, what) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, `${wanted} ${what}`)
}
