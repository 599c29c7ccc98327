import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve as absolute } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programOf } from '../kernel/programs.ts'
import type { Killed } from './embedded-clock.ts'
import { isOnNetwork, takeLock } from './embedded-lock.ts'
import type { FromChild, ToChild } from './embedded-process.ts'
import { accepts, socketFolder } from './embedded-socket.ts'
import { freeBytesOf, giveBallastBack, keepBallast, LEFT_FREE } from './embedded-space.ts'
import type { Log } from '../kernel/ports/log.ts'

export interface EmbeddedOptions {
  folder: string
  log: Log
  timeZone?: string
  /** A statement that runs longer is killed, together with the database process, which is opened again. */
  queryLimitMs?: number
  /** A transaction keeps everybody else waiting, so one that does nothing for so long is ended. */
  idleInTransactionMs?: number
  /** Below this much free disk, writes fail with SQLSTATE 25006 until there is more. */
  minFreeBytes?: number
  freeBytes?: () => Promise<number>
  checkSpaceMs?: number
  maxClients?: number
  /** Nothing on disk, nothing durable: for tests that do not look at files. */
  memory?: boolean
  /** Read or filled once and then removed: little memory, nothing durable, no room kept. */
  throwAway?: boolean
  /** How far its clock is ahead of the machine's, for who starts the product at another moment. */
  aheadMs?: number
}

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string }
  /** Resolves when connections are accepted; rejects when the database stays closed. */
  ready(): Promise<void>
  /** What ended a connection (by its backend pid): the query limit, or the database going away for another reason. */
  whyLost(backendPid: number): Promise<'limit' | 'closed'>
  readOnly(): boolean
  onReopen(listener: () => void): void
  pid(): number | undefined
  fsyncs(): Promise<number>
  stop(): Promise<void>
}

const PORT = 5432
const READY_WAIT = 15_000

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, timeZone = 'Asia/Shanghai', queryLimitMs = 30_000, idleInTransactionMs = 30_000 } = options
  const { minFreeBytes = LEFT_FREE, checkSpaceMs = 2000, maxClients = 60, memory = false, aheadMs = 0 } = options
  const { throwAway = false } = options
  const folder = memory ? mkdtempSync(join(tmpdir(), 'voltdesk-memory-')) : absolute(options.folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(folder))

  const socket = { host: socketFolder(folder), port: process.platform === 'win32' ? 0 : PORT }
  let space = memory ? Infinity : await freeBytes()
  giveBallastBack(folder, space)
  let readOnly = space < minFreeBytes
  if (readOnly) log.error({ freeBytes: space }, '磁盘空间不足，数据库以只读方式启动')
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
  const reopenListeners: (() => void)[] = []
  const statsListeners: ((fsyncs: number) => void)[] = []
  const send = (message: ToChild) => child?.connected && child.send(message, () => undefined)

  /** Resolves with an error message when the database did not open. */
  function open(): Promise<string | undefined> {
    return new Promise((done) => {
      const { file, execArgv } = programOf('server/db/embedded-process.ts')
      const started = fork(file, [String(process.pid)], {
        // For the end of initdb.
        execArgv: ['--expose-gc', ...execArgv],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = started
      let killed: Killed | undefined
      // First of all: nothing is opened by who has not got it, and what we send arrives in order.
      started.send({ lock: lock.holder } satisfies ToChild, lock.flag, () => undefined)
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
      send({
        open: {
          ...(memory ? {} : { folder }),
          socket,
          timeZone,
          readOnly,
          queryLimitMs,
          idleInTransactionMs,
          maxClients,
          aheadMs,
          throwAway,
          firstId: ++openings * 1_000_000,
        },
      })
    })
  }

  function reopen(killed?: Killed) {
    const reason = killed ? `语句运行超过 ${queryLimitMs / 1000} 秒，已终止` : '数据库进程意外结束'
    log.error({ sql: killed?.sql }, `${reason}，正在重新打开数据库`)
    const again = async () => {
      if (stopping) return
      giveBallastBack(folder, space)
      const error = await open()
      if (error === undefined) {
        log.info({}, '数据库已重新打开')
        for (const listener of reopenListeners) listener()
      } else if (!stopping) {
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
  if (!memory && !throwAway) keepBallast(folder, space, minFreeBytes)

  async function checkSpace() {
    try {
      space = await freeBytes()
    } catch (error) {
      log.warn({ error: String(error) }, '无法读取磁盘剩余空间')
      return
    }
    // Closed meanwhile: the folder may be gone.
    if (stopping) return
    if (!throwAway) keepBallast(folder, space, minFreeBytes)
    // A little more to come back than to leave, so that the border does not flicker.
    const low = space < (readOnly ? minFreeBytes * 1.1 : minFreeBytes)
    if (low === readOnly) return
    readOnly = low
    send({ readOnly })
    if (low) log.error({ freeBytes: space }, '磁盘空间不足，数据库暂时只读')
    else log.info({ freeBytes: space }, '磁盘空间恢复，数据库可以写入')
  }
  const spaceTimer = memory ? undefined : setInterval(() => void checkSpace(), checkSpaceMs).unref()

  return {
    get connection() {
      return { ...socket, user: 'postgres', database: 'postgres' }
    },
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
    readOnly: () => readOnly,
    onReopen: (listener) => void reopenListeners.push(listener),
    pid: () => child?.pid,
    fsyncs: () =>
      new Promise((resolve) => {
        statsListeners.push(resolve)
        send({ stats: true })
      }),
    async stop() {
      if (stopping) return childGone
      stopping = true
      clearInterval(spaceTimer)
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
