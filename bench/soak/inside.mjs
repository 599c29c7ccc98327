/**
 * Runs inside every process of a product that is being soaked (`--import`) and writes down what that one holds: a line of
 * JSON in a file of its own, every half minute, after collecting what nobody holds any more.
 */
import { appendFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setInterval } from 'node:timers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const EVERY_MS = 30_000
const file = join(process.env.SOAK_FOLDER, `${process.pid}.jsonl`)
const program = basename(process.argv[1] ?? '')

function write() {
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  const held = {}
  for (const kind of process.getActiveResourcesInfo()) held[kind] = (held[kind] ?? 0) + 1
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
  appendFileSync(
    file,
    `${JSON.stringify({ at: Date.now(), pid: process.pid, program, rss, heapUsed, held, listeners })}\n`,
  )
}
write()
setInterval(write, EVERY_MS).unref()
