/**
 * The parser (`sqlparser`, as WebAssembly) in a thread of its own, started when it is first needed. It is well kept, but it was
 * not made for hostile text: a chain of a thousand operators breaks its memory for good, some nestings take for ever. In a
 * thread either costs whoever asked a sentence, and the next one a new thread.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { no } from '../parameters.ts'

const START_MS = 10_000
/** A hundred times what the longest statement that people write takes, for a machine that is busy with something else. */
const LIMIT_MS = 2000
/** Megabytes of its heap; the tree of the longest statement needs a few. */
const MEMORY = 96

// Plain JavaScript in a string, because tsx does not load TypeScript in worker threads.
const thread = `
const { parentPort, workerData } = require('node:worker_threads')
const { init, parse } = require(workerData)
init().then(() => {
  // The first takes a hundred times as long as any other.
  parentPort.postMessage({ statements: parse('select a from t where b = 1', 'mysql') })
})
parentPort.on('message', (sql) => {
  try {
    parentPort.postMessage({ statements: parse(sql, 'mysql') })
  } catch (error) {
    parentPort.postMessage({ problem: String(error && error.message) })
  }
})
`

type Reply = { statements: readonly unknown[] } | { problem: string }

let ready: Promise<Worker> | undefined
/** One statement after the other. */
let last: Promise<unknown> = Promise.resolve()

/** What a thread says next; undefined when it falls or says nothing for so long. */
function nextOf(worker: Worker, limitMs: number): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const done = (reply?: Reply) => {
      clearTimeout(timer)
      worker.off('message', done).off('error', fallen).off('exit', fallen)
      resolve(reply)
    }
    const fallen = () => done()
    const timer = setTimeout(fallen, limitMs)
    worker.on('message', done).on('error', fallen).on('exit', fallen)
  })
}

async function started(): Promise<Worker> {
  const worker = new Worker(thread, {
    eval: true,
    workerData: createRequire(import.meta.url).resolve('@guanmingchiu/sqlparser-ts'),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  worker.unref()
  // What befalls it later is told whoever asks next.
  worker.on('error', () => undefined)
  await nextOf(worker, START_MS)
  return worker
}

async function asked(sql: string): Promise<Reply | undefined> {
  const worker = await (ready ??= started())
  const reply = nextOf(worker, LIMIT_MS)
  worker.postMessage(sql)
  return reply
}

/** What the parser says of SQL names a place; what befell itself does not. */
const OF_THE_SQL = /^sql parser error: | at Line: \d+/

async function parsed(sql: string): Promise<readonly unknown[]> {
  const reply = await asked(sql)
  if (reply && 'statements' in reply) return reply.statements
  if (reply && OF_THE_SQL.test(reply.problem)) {
    const said = reply.problem.replace(/^sql parser error: /, '')
    if (/recursion limit/.test(said)) throw no('嵌套过深，请拆成几个查询')
    const [, line] = /Line: (\d+)/.exec(said) ?? []
    throw no(`${line ? `第 ${line} 行` : ''}有语法错误，或用了不支持的写法：${said.slice(0, 200)}`)
  }
  void ready?.then((worker) => worker.terminate())
  ready = undefined
  throw no('过于复杂，无法解析，请拆成几个查询')
}

/** The trees of its statements. Throws a sentence for what is no SQL. */
export function parse(sql: string): Promise<readonly unknown[]> {
  const mine = last.then(() => parsed(sql))
  last = mine.catch(() => undefined)
  return mine
}
