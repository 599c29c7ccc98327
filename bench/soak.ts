/**
 * An hour (`SOAK_MINUTES`) of ordinary work with people who leave in the middle, exports, sockets that come and go and a database
 * that is killed: what the server holds at the end beside what it held when it had warmed up. Only when it is named.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import { atEnd } from './closing.ts'
import { emptyDatabase, type Kind } from './database.ts'
import { mb, type Figure } from './figure.ts'
import { load, told } from './load.ts'
import { office } from './office.ts'
import { startServer, type Server } from './server.ts'

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60)
const RATE = 40
/** Of one person, who may have twenty. */
const SOCKETS = 15
const MOST_GROWTH = 0.1
/** So much of the time it may fill its caches; as long is looked at, there and at the end. */
const PART = 1 / 6

interface Line {
  at: number
  pid: number
  program: string
  rss: number
  heapUsed: number
  held: Record<string, number>
  listeners: number
}

const linesIn = (folder: string): Line[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
  )
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Reads an answer to its end, or leaves so many ms after asking. */
function read(server: Server, token: string, path: string, leaveAfter?: number): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${server.address}/jeecg-boot${path}`, { headers: { 'x-access-token': token }, agent: false })
    const leaving = leaveAfter === undefined ? undefined : setTimeout(() => sent.destroy(), leaveAfter)
    sent.on('response', (answer) => answer.on('error', () => undefined).resume())
    sent.on('error', () => undefined)
    sent.on('close', () => {
      clearTimeout(leaving)
      resolve()
    })
    sent.end()
  })
}

/** A list is exported every minute; every third time nobody waits for it. */
async function exporting(server: Server, token: string, until: number): Promise<number> {
  let made = 0
  for (; Date.now() < until; made++) {
    await read(server, token, '/rental/amountDetail/exportXls?format=xlsx', made % 3 === 2 ? 50 : undefined)
    await sleep(60_000)
  }
  return made
}

/** People who look at a list and are gone before it comes. */
async function leaving(server: Server, token: string, until: number): Promise<void> {
  while (Date.now() < until) {
    await read(server, token, '/rental/userMessage/list?pageSize=200', 5 + Math.random() * 20)
    await sleep(1000)
  }
}

/** Sockets that come, and go by a word, by a cut or not at all. */
async function connecting(server: Server, { id, token }: { id: string; token: string }, until: number) {
  const open: WebSocket[] = []
  while (Date.now() < until) {
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}/jeecg-boot/websocket/${id}`, [token])
    socket.on('error', () => undefined)
    open.push(socket)
    if (open.length > SOCKETS) {
      const [one] = open.splice(Math.floor(Math.random() * open.length), 1)
      if (Math.random() < 0.5) one!.terminate()
      else one!.close()
    }
    await sleep(500)
  }
  for (const socket of open) socket.terminate()
}

/** Kills the database's process every five minutes; it is opened again beside the same server. */
async function killing(folder: string, until: number): Promise<number> {
  let killed = 0
  for (;;) {
    if (Date.now() > until - 360_000) return killed
    await sleep(300_000)
    const last = linesIn(folder)
      .filter(({ program }) => program.startsWith('pglite-process'))
      .toSorted((one, other) => one.at - other.at)
      .at(-1)
    if (!last) continue
    try {
      process.kill(last.pid, 'SIGKILL')
      killed++
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

export async function* measure(): AsyncGenerator<Figure> {
  const kind: Kind = process.env['BENCH_DATABASE'] === 'postgres' ? 'postgres' : 'embedded'
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-soak-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const { env } = await emptyDatabase(kind)
  const inside = pathToFileURL(fileURLToPath(new URL('soak/inside.mjs', import.meta.url))).href
  const server = await startServer({ ...env, NODE_OPTIONS: `--import ${inside}`, SOAK_FOLDER: folder })
  const token = await server.signIn('ops_manager')
  const id = String((await server.get('/sys/user/getUserInfo', token)).userInfo.id)
  const begun = Date.now()
  const until = begun + MINUTES * 60_000
  const [mixed, exports, killed] = await Promise.all([
    load({ address: server.address, rate: RATE, seconds: MINUTES * 60, next: await office(server, 5) }),
    exporting(server, token, until),
    kind === 'embedded' ? killing(folder, until) : 0,
    leaving(server, token, until),
    connecting(server, { id, token }, until),
  ])
  // What still closes may do so.
  await sleep(60_000)
  const lines = linesIn(folder).filter(({ pid }) => pid === server.pid)
  await server.stop()
  if (mixed.failure) process.stderr.write(`${mixed.failed} failed: ${mixed.failure}\n`)
  const part = MINUTES * 60_000 * PART
  const warm = lines.filter(({ at }) => at > begun + part && at <= begun + 2 * part)
  const end = lines.filter(({ at }) => at > until - part && at <= until)
  const name = `soak of ${MINUTES} min, ${kind}`
  yield {
    name: `${name}: ${RATE}/s, ${SOCKETS} sockets that come and go`,
    measured: `${told(mixed)} of ${mixed.count}; ${exports} exports, the database killed ${killed} times`,
    target: '',
  }
  const looked: [string, (line: Line) => number, (value: number) => string][] = [
    ['memory of the process', ({ rss }) => rss, mb],
    ['heap after collecting', ({ heapUsed }) => heapUsed, mb],
    ['open lines', ({ held }) => (held['TCPSocketWrap'] ?? 0) + (held['PipeWrap'] ?? 0), (value) => value.toFixed(0)],
    ['timers', ({ held }) => held['Timeout'] ?? 0, (value) => value.toFixed(0)],
    ['listeners of the process', ({ listeners }) => listeners, (value) => value.toFixed(0)],
  ]
  for (const [what, of, words] of looked) {
    const [before, after] = [mean(warm.map(of)), mean(end.map(of))]
    yield {
      name: `${name}: ${what}, warmed up → last ten minutes`,
      measured: `${words(before)} → ${words(after)}`,
      target: `+${MOST_GROWTH * 100} % at most`,
      // One more of a few is no growth.
      reached: after <= before * (1 + MOST_GROWTH) || after - before < 3,
    }
  }
}
