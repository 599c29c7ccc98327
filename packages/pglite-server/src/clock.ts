import { Worker } from 'node:worker_threads'

/**
 * `statement_timeout` does nothing in PGlite, and a running query blocks this process's event loop, so neither it nor a
 * message from the parent can stop it. A second thread can: it reads the deadline from shared memory and kills the whole
 * process (which loses nothing that was committed). It also ends a process whose parent was killed in the middle of a query.
 */
export interface Clock {
  start(client: number, sql: string, limitMs: number): void
  stop(): void
}

/** What the thread says on stdout before it kills. */
export interface Killed {
  killed: 'limit'
  client: number
  sql: string
}

const TEXT = 16

// Plain JavaScript in a string, because tsx does not load TypeScript in worker threads.
const thread = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const times = new BigInt64Array(workerData.memory, 0, 2)
const text = new Uint8Array(workerData.memory, ${TEXT})
const orphan = () => {
  if (process.platform !== 'win32') return process.ppid !== workerData.parent
  try { process.kill(workerData.parent, 0); return false } catch { return true }
}
setInterval(() => {
  const deadline = Atomics.load(times, 0)
  if (deadline !== 0n && process.hrtime.bigint() > deadline) {
    const client = Number(Atomics.load(times, 1))
    const bytes = Uint8Array.from(text)
    const sql = Buffer.from(bytes.subarray(0, bytes.indexOf(0) < 0 ? bytes.length : bytes.indexOf(0))).toString()
    try { writeSync(1, JSON.stringify({ killed: 'limit', client, sql }) + '\\n') } catch {}
    process.kill(process.pid, 'SIGKILL')
  }
  if (orphan()) process.kill(process.pid, 'SIGKILL')
}, 50)
`

/** `parent`: as it says itself, because one that was killed already is nobody's parent any more. */
export function startClock(parent: number): Clock {
  const memory = new SharedArrayBuffer(TEXT + 512)
  const times = new BigInt64Array(memory, 0, 2)
  const text = new Uint8Array(memory, TEXT)
  // TextEncoder.encodeInto refuses shared memory.
  const copy = Buffer.alloc(text.length)
  const worker = new Worker(thread, { eval: true, workerData: { memory, parent }, execArgv: [] })
  worker.unref()
  return {
    start(client, sql, limitMs) {
      if (limitMs <= 0) return
      const length = copy.write(sql.length > 300 ? sql.slice(0, 300) : sql, 0, copy.length - 1)
      copy[length] = 0
      text.set(copy.subarray(0, length + 1))
      Atomics.store(times, 1, BigInt(client))
      Atomics.store(times, 0, process.hrtime.bigint() + BigInt(Math.round(limitMs * 1e6)))
    },
    stop() {
      Atomics.store(times, 0, 0n)
    },
  }
}
