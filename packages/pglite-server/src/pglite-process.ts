import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { Server } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { startClock } from './clock.ts'
import { isCopied } from './copying.ts'
import { DurableFiles, fsyncFolder, fsyncTree } from './files.ts'
import { keepHouse, usualTimes, type HousekeepingTimes } from './housekeeping.ts'
import { keepFlag, type Holder } from './lock.ts'
import { serveWire, type Wire } from './wire.ts'

/** The child process that owns the database. Started by start.ts, which speaks to it by these messages. */
export interface Opening {
  /** Absent: in memory only. */
  folder?: string
  socket: { host: string; port: number }
  timeZone: string
  readOnly: boolean
  queryLimitMs: number
  idleInTransactionMs: number
  maxClients: number
  firstId: number
  aheadMs: number
  throwAway: boolean
  housekeeping?: Partial<HousekeepingTimes>
}
/** The first comes with the flag of the folder wherever there is one (`lock.ts`). */
export type ToChild = { open: Opening; lock: Holder } | { readOnly: boolean } | { stop: true } | { stats: true }
export type FromChild =
  | { ready: { port: number } }
  | { failed: string }
  | { readOnly: boolean }
  | { stats: { fsyncs: number } }
  | { warning: string }

/**
 * V8 optimises a WebAssembly function once so many bytes of it have run (its own: 1.8 MB). While a database opens a great
 * part of PostgreSQL passes that, and compiling all of it takes longer than the opening; what is really busy still gets there.
 */
const OPTIMISED_AFTER_BYTES = 1_000_000_000
setFlagsFromString(`--wasm-tiering-budget=${OPTIMISED_AFTER_BYTES}`)

const say = (message: FromChild) => process.send?.(message)
const die = () => process.kill(process.pid, 'SIGKILL')

const startParams = ({ timeZone, throwAway }: Opening) => [
  ...PGlite.defaultStartParams.filter((param) => throwAway || param !== '-F'), // -F turns fsync off
  // PGlite has no working fdatasync, the default on Linux.
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', `timezone=${timeZone}`],
  // Everybody waits while a table is analysed: a million rows take 0.4 s with this, and 1.6 s with PostgreSQL's 100.
  ...['-c', 'default_statistics_target=30'],
  ...(throwAway ? ['-c', 'shared_buffers=16MB'] : []),
]

const clock = startClock(Number(process.argv[2]))
let db: PGlite | undefined
let files: DurableFiles | undefined
let wire: Wire | undefined
let stopHousekeeping: (() => void) | undefined
let serving = false
let locked = false
const lastWords: string[] = []

function onStderr(text: string) {
  lastWords.push(text)
  if (lastWords.length > 5) lastWords.shift()
  // After FATAL or PANIC PGlite (0.5.14) spins for ever; the parent reopens what is on disk.
  if (serving && /\b(PANIC|FATAL):/.test(text)) {
    process.stderr.write(text + '\n')
    die()
  }
  return true
}

/** initdb happens beside the final place and is renamed: a first start that is killed leaves nothing half made. */
async function openFolder(folder: string, params: string[]) {
  const place = join(folder, 'pgdata')
  if (!existsSync(place)) {
    const draft = join(folder, 'pgdata.new')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    await (await PGlite.create({ fs: new DurableFiles(draft), startParams: params, onStderr })).close()
    fsyncTree(draft)
    renameSync(draft, place)
    fsyncFolder(folder)
    // initdb ran in an instance of its own: half a gigabyte that V8 is in no hurry to give back.
    await new Promise(setImmediate)
    globalThis.gc?.()
  }
  files = new DurableFiles(place)
  return PGlite.create({ fs: files, startParams: params, extensions: { pg_trgm }, onStderr })
}

/** PostgreSQL in here reads the time from `Date.now`. */
function turnClock(aheadMs: number) {
  const now = Date.now.bind(Date)
  if (aheadMs) Date.now = () => now() + aheadMs
}

async function open(options: Opening) {
  const { folder, socket } = options
  if (!locked) throw new Error('没有收到数据库文件夹的锁')
  turnClock(options.aheadMs)
  db = folder
    ? await openFolder(folder, startParams(options))
    : await PGlite.create({ startParams: startParams(options), extensions: { pg_trgm }, onStderr })
  const version = await db.query<{ server_version: string }>('show server_version')
  if (options.readOnly) await db.exec('set default_transaction_read_only = on')
  wire = serveWire({
    db,
    clock,
    ...options,
    serverVersion: version.rows[0]!.server_version,
    warn: (warning) => say({ warning }),
  })
  const { server } = wire
  const path = socket.host.startsWith('/') ? join(socket.host, `.s.PGSQL.${socket.port}`) : undefined
  if (path) rmSync(path, { force: true }) // left by a killed process; the lock says nobody listens there
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (path) server.listen(path, resolve)
    else server.listen(socket.port, socket.host, resolve)
  })
  if (path) chmodSync(path, 0o600)
  serving = true
  if (folder && files && !options.throwAway) keepHouseIn(folder, files, wire, options)
  const address = server.address()
  say({ ready: { port: typeof address === 'object' && address ? address.port : socket.port } })
}

function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function keepHouseIn(folder: string, own: DurableFiles, { ask, spent }: Wire, { housekeeping }: Opening) {
  stopHousekeeping = keepHouse(
    {
      ask,
      spent,
      freeBytes: () => freeBytesIn(folder),
      writes: () => own.fsyncs,
      isCopied: () => isCopied(folder),
      warn: (warning) => say({ warning }),
    },
    { ...usualTimes, ...housekeeping },
  )
}

async function stop() {
  stopHousekeeping?.()
  wire?.close()
  if (db) {
    // A statement that still runs has blocked this very line; what waits behind it is dropped with its connection.
    if (db.isInTransaction()) await db.exec('rollback')
    serving = false
    await db.exec('checkpoint').catch(() => undefined)
    await db.close()
  }
  process.exit(0)
}

process.on('message', (message: ToChild, flag: unknown) => {
  // One by one, as a server that runs since before this program was built sends them.
  if ('lock' in message) {
    if (flag instanceof Server) keepFlag(flag, message.lock)
    locked = flag instanceof Server || process.platform === 'win32'
  }
  if ('open' in message)
    open(message.open).catch((error: Error) => say({ failed: [error.message, ...lastWords].join('\n') }))
  else if ('readOnly' in message) {
    const { readOnly } = message
    void wire?.ask(`set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`).then(
      () => say({ readOnly }),
      (error: Error) => say({ warning: error.message }),
    )
  } else if ('stats' in message) say({ stats: { fsyncs: files?.fsyncs ?? 0 } })
  else if ('stop' in message) void stop()
})

// Ctrl-C and systemd signal the whole group; only the parent, once it has drained, decides when the database closes.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('disconnect', die)
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`)
  die()
})
