/** The embedded database of a data folder, and the room on its disk: with too little it takes no writes. */
import { mkdirSync } from 'node:fs'
import { resolve as absolute } from 'node:path'
import { startServer, type RunningServer, type ServerOptions } from '@voltdesk/pglite-server'
import { programOf } from '../kernel/programs.ts'
import { freeBytesOf, giveBallastBack, keepBallast, LEFT_FREE } from './embedded-space.ts'

export interface EmbeddedOptions extends Pick<
  ServerOptions,
  'log' | 'timeZone' | 'queryLimitMs' | 'idleInTransactionMs' | 'throwAway' | 'aheadMs' | 'onBegun'
> {
  folder: string
  /** Below this much free disk, writes fail with SQLSTATE 25006 until there is more. */
  minFreeBytes?: number
  freeBytes?: () => Promise<number>
  checkSpaceMs?: number
  /** Nothing on disk, nothing durable: for tests that do not look at files. */
  memory?: boolean
}

export interface Embedded extends Omit<RunningServer, 'setReadOnly'> {
  readOnly(): boolean
}

const program = () => programOf('packages/pglite-server/src/pglite-process.ts')

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, timeZone = 'Asia/Shanghai', queryLimitMs, idleInTransactionMs, throwAway, aheadMs, onBegun } = options
  const { minFreeBytes = LEFT_FREE, checkSpaceMs = 2000, memory = false } = options
  const given = { program, log, timeZone, queryLimitMs, idleInTransactionMs, throwAway, aheadMs, onBegun }
  if (memory) return { ...(await startServer(given)), readOnly: () => false }

  const folder = absolute(options.folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(folder))
  let space = await freeBytes()
  giveBallastBack(folder, space)
  let readOnly = space < minFreeBytes
  if (readOnly) log.error({ freeBytes: space }, '磁盘空间不足，数据库以只读方式启动')
  const beforeReopening = () => giveBallastBack(folder, space)
  const server = await startServer({ ...given, folder, readOnly, beforeReopening })
  if (!throwAway) keepBallast(folder, space, minFreeBytes)
  let stopped = false

  async function checkSpace() {
    try {
      space = await freeBytes()
    } catch (error) {
      log.warn({ error: String(error) }, '无法读取磁盘剩余空间')
      return
    }
    // The folder may be gone.
    if (stopped) return
    if (!throwAway) keepBallast(folder, space, minFreeBytes)
    // A little more to come back than to leave, so that the border does not flicker.
    const low = space < (readOnly ? minFreeBytes * 1.1 : minFreeBytes)
    if (low === readOnly) return
    readOnly = low
    server.setReadOnly(low)
    if (low) log.error({ freeBytes: space }, '磁盘空间不足，数据库暂时只读')
    else log.info({ freeBytes: space }, '磁盘空间恢复，数据库可以写入')
  }
  const timer = setInterval(() => void checkSpace(), checkSpaceMs).unref()

  return {
    ...server,
    readOnly: () => readOnly,
    stop() {
      stopped = true
      clearInterval(timer)
      return server.stop()
    },
  }
}
