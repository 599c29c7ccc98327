import { fork } from 'node:child_process'
import { programOf } from '../kernel/programs.ts'
import type { FromBackup } from './backup-process.ts'
import type { Night, Nightly } from './nightly-backup.ts'
import { NoRoom } from './room-on-disk.ts'

const MEMORY_MB = 512
/** Sooner than the queue gives a night up: one that hangs must not keep the next from its work. */
const LIMIT_MS = 5 * 3_600_000
/** In which it removes what it had begun. */
const CLEARING_MS = 10_000

/** The nightly backup in a process of its own, which ends with this one. Throws why there is none. */
export function runNightly(order: Nightly, limitMs = LIMIT_MS): Promise<Night> {
  return new Promise((resolve, reject) => {
    const { file, execArgv } = programOf('server/db/backup-process.ts')
    const child = fork(file, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`, ...execArgv],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: limitMs + CLEARING_MS,
      killSignal: 'SIGKILL',
    })
    const limit = setTimeout(() => {
      reject(new Error(`超过 ${limitMs / 3_600_000} 小时没有完成，已中止`))
      if (child.connected) child.disconnect()
    }, limitMs)
    child.once('close', () => clearTimeout(limit))
    let lastWords = ''
    child.stderr!.on('data', (data: Buffer) => (lastWords = data.toString().trim().slice(-500)))
    child.once('message', (message: FromBackup) =>
      'done' in message
        ? resolve(message.done)
        : reject(message.noRoom ? new NoRoom(message.failed) : new Error(message.failed)),
    )
    child.once('error', (error) => {
      clearTimeout(limit)
      reject(error)
    })
    // After an answer this says nothing any more.
    child.once('close', (code, signal) => reject(new Error(`备份进程意外结束（${signal ?? code}）${lastWords}`)))
    child.send(order)
  })
}
