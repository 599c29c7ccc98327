import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve as absolute } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Killed } from './clock.ts'
import type { HousekeepingTimes } from './housekeeping.ts'
import { isOnNetwork, takeLock } from './lock.ts'
import type { FromChild, ToChild } from './pglite-process.ts'
import { accepts, socketFolder } from './socket.ts'

/** What is said to operators; pino and Fastify's logger fit. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** How `pglite-process.ts` is started. Whoever uses this package knows whether it runs from its sources or was built. */
export interface Program {
  file: string
  execArgv: string[]
}

export interface ServerOptions {
  program: () => Program
  /** Where the database lies, in `pgdata`. Absent: nothing on disk, nothing durable. */
  folder?: string
  log: Log
  timeZone?: string
  /** A statement that runs longer is killed, together with the database process, which is opened again. */
  queryLimitMs?: number
  /** A transaction keeps everybody else waiting, so one that does nothing for so long is ended. */
  idleInTransactionMs?: number
  maxClients?: number
  /** Writes fail with SQLSTATE 25006 until `setReadOnly(false)`. */
  readOnly?: boolean
  /** Read or filled once and then removed: little memory, nothing durable. */
  throwAway?: boolean
  /** When the log begins anew and tables are swept; `usualTimes` otherwise. With `throwAway` neither happens. */
  housekeeping?: Partial<HousekeepingTimes>
  /** How far its clock is ahead of the machine's. */
  aheadMs?: number
  /** The first process is on its way, which may still fail: whoever has much else to do begins now and keeps nobody waiting. */
  onBegun?: () => void
  /** Before the files are opened again because the process was lost. */
  beforeReopening?: () => void
}

export interface RunningServer {
  /** What a client of PostgreSQL asks for: no password, on Windows a port, elsewhere the folder of a Unix socket. */
  connection(): { host: string; port: number; user: string; database: string }
  /** Resolves when connections are accepted; rejects when the database stays closed. */
  ready(): Promise<void>
  /** What ended a connection (by its backend pid): the query limit, or the database going away for another reason. */
  whyLost(backendPid: number): Promise<'limit' | 'closed'>
  /** Tells the database; the next opening knows it too. */
  setReadOnly(on: boolean): void
  pid(): number | undefined
  fsyncs(): Promise<number>
  stop(): Promise<void>
}

const PORT = 5432
const READY_WAIT = 15_000

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { program, log, timeZone = 'UTC', queryLimitMs = 30_000, idleInTransactionMs = 30_000 } = options
  const { maxClients = 60, throwAway = false, aheadMs = 0 } = options
  const memory = options.folder === undefined
  const folder = options.folder === undefined ? mkdtempSync(join(tmpdir(), 'pglite-memory-')) : absolute(options.folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let readOnly = options.readOnly ?? false

  const socket = { host: socketFolder(folder), port: process.platform === 'win32' ? 0 : PORT }
  if (await isOnNetwork(folder))
    log.warn({ folder }, '数据文件夹在网络文件系统上：无法阻止另一台机器同时打开数据库，请确保只有一台使用它')
  const lock = await takeLock(folder, socket)

  let child: ChildProcess | undefined
  let opened = false
  let stopping = false
  let openings = 0
  let failures = 0
  /** Kept after the reopening: connection ids are never used twice. */
  let lastKilled: Killed | undefined
  let childGone: Promise<void> = Promise.resolve()
  let fsyncs = 0
  const statsListeners: ((fsyncs: number) => void)[] = []
  const send = (message: ToChild) => child?.connected && child.send(message, () => undefined)

  /** Resolves with an error message when the database did not open. */
  function open(): Promise<string | undefined> {
    return new Promise((done) => {
      const { file, execArgv } = program()
      const started = fork(file, [String(process.pid)], {
        // For the end of initdb.
        execArgv: ['--expose-gc', ...execArgv],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = started
      let killed: Killed | undefined
      let lastError = ''
      started.stdout!.on('data', (data: Buffer) => {
        for (const line of data.toString().split('\n'))
          if (line.startsWith('{"killed"')) lastKilled = killed = JSON.parse(line) as Killed
      })
      started.stderr!.on('data', (data: Buffer) => {
        lastError = data.toString().trim()
        log.warn({ pid: started.pid }, `嵌入式数据库：${lastError}`)
      })
      started.on('message', (message: FromChild) => {
        if ('ready' in message) {
          opened = true
          failures = 0
          socket.port = lock.holder.port = message.ready.port
          done(undefined)
        } else if ('failed' in message) {
          lastError = message.failed
          started.kill('SIGKILL')
        } else if ('warning' in message) log.warn({}, `嵌入式数据库：${message.warning}`)
        else if ('stats' in message) {
          fsyncs = message.stats.fsyncs
          for (const listener of statsListeners.splice(0)) listener(fsyncs)
        }
      })
      // 'close' comes after the last byte of stdout, so the reason is known by then.
      childGone = new Promise((gone) => {
        started.once('close', (code, signal) => {
          const wasOpen = opened
          opened = false
          done(lastError || `子进程结束（${signal ?? code}）`)
          gone()
          if (wasOpen && !stopping) reopen(killed)
        })
      })
      const opening = {
        ...(memory ? {} : { folder }),
        socket,
        timeZone,
        readOnly,
        queryLimitMs,
        idleInTransactionMs,
        maxClients,
        aheadMs,
        throwAway,
        ...(options.housekeeping && { housekeeping: options.housekeeping }),
        firstId: ++openings * 1_000_000,
      }
      // In one: nothing is opened by who has not got the lock, and what is sent after a handle waits for both to be idle.
      started.send({ open: opening, lock: lock.holder } satisfies ToChild, lock.flag, () => undefined)
      if (openings === 1) options.onBegun?.()
    })
  }

  function reopen(killed?: Killed) {
    const reason = killed ? `语句运行超过 ${queryLimitMs / 1000} 秒，已终止` : '数据库进程意外结束'
    log.error({ sql: killed?.sql }, `${reason}，正在重新打开数据库`)
    const again = async () => {
      if (stopping) return
      options.beforeReopening?.()
      const error = await open()
      if (error === undefined) log.info({}, '数据库已重新打开')
      else if (!stopping) {
        failures++
        log.error({ failures }, `数据库无法打开：${error}`)
        setTimeout(() => void again(), Math.min(5000, 200 * 2 ** failures)).unref()
      }
    }
    void again()
  }

  const failed = await open()
  if (failed !== undefined) {
    lock.release()
    throw new Error(`数据库无法打开：${failed}`)
  }

  return {
    connection: () => ({ ...socket, user: 'postgres', database: 'postgres' }),
    async ready() {
      const until = Date.now() + READY_WAIT
      // A killed process may leave its name as "open" for a moment, so the socket itself is asked.
      while (!stopping && Date.now() < until) {
        if (opened && (await accepts(socket))) return
        await sleep(opened ? 50 : 100)
      }
      throw Object.assign(new Error(stopping ? '数据库已关闭' : '数据库正在重新打开，请稍后重试'), { code: '57P03' })
    },
    async whyLost(backendPid) {
      // The socket closes a moment before the process is known to be gone.
      await Promise.race([childGone, new Promise((resolve) => setTimeout(resolve, 1000).unref())])
      return lastKilled?.client === backendPid ? 'limit' : 'closed'
    },
    setReadOnly(on) {
      readOnly = on
      send({ readOnly })
    },
    pid: () => child?.pid,
    fsyncs: () =>
      new Promise((resolve) => {
        statsListeners.push(resolve)
        send({ stats: true })
      }),
    async stop() {
      if (stopping) return childGone
      stopping = true
      const kill = setTimeout(() => child?.kill('SIGKILL'), 8000)
      if (opened) send({ stop: true })
      else child?.kill('SIGKILL')
      await childGone
      clearTimeout(kill)
      lock.release()
      removeSocket(socket)
      if (socket.host.startsWith('/') && socket.host !== folder) rmSync(socket.host, { recursive: true, force: true })
      if (memory) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function removeSocket({ host, port }: { host: string; port: number }) {
  const file = join(host, `.s.PGSQL.${port}`)
  if (host.startsWith('/') && existsSync(file)) rmSync(file, { force: true })
}
