/**
 * The parser (`sqlparser`, as WebAssembly) in a thread of its own, started when it is first needed. It is well kept, but it was
 * not made for hostile text: a chain of a thousand operators breaks its memory for good, some nestings take for ever. In a
 * thread either costs whoever asked a sentence, and the next one a new thread.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { unavailable } from '../../../kernel/errors.ts'
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
const answer = ({ number, sql }) => {
  try {
    parentPort.postMessage({ number, statements: parse(sql, 'mysql') })
  } catch (error) {
    parentPort.postMessage({ number, problem: String(error && error.message) })
  }
}
// What comes before the parser is there waits in the port.
init().then(() => parentPort.on('message', answer))
`

type Reply = { number: number } & ({ statements: readonly unknown[] } | { problem: string })

let ready: Promise<Worker> | undefined
/** Of the last question: an answer that comes late is nobody else's. */
let asking = 0
/** One statement after the other. */
let last: Promise<unknown> = Promise.resolve()

/** What a thread says to this question; undefined when it falls or says nothing to it for so long. */
function ask(worker: Worker, sql: string, limitMs: number): Promise<Reply | undefined> {
  const number = (asking += 1)
  return new Promise((resolve) => {
    const done = (reply?: Reply) => {
      clearTimeout(timer)
      worker.off('message', heard).off('error', fallen).off('exit', fallen)
      resolve(reply)
    }
    const heard = (reply: Reply) => {
      if (reply.number === number) done(reply)
    }
    const fallen = () => done()
    const timer = setTimeout(fallen, limitMs)
    worker.on('message', heard).on('error', fallen).on('exit', fallen)
    worker.postMessage({ number, sql })
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
  // The first takes a hundred times as long as any other.
  if (await ask(worker, 'select a from t where b = 1', START_MS)) return worker
  await worker.terminate()
  throw unavailable('解析程序没有及时启动，请稍后重试')
}

async function asked(sql: string): Promise<Reply | undefined> {
  ready ??= started()
  try {
    return await ask(await ready, sql, LIMIT_MS)
  } catch (error) {
    // The next one starts another.
    ready = undefined
    throw error
  }
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
