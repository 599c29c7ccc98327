/** Lists of a million rows: any page, the first pages, other orders, filters. */
import { emptyDatabase, KINDS, type Kind } from './database.ts'
import type { Figure } from './figure.ts'
import { load, told, type Ask } from './load.ts'
import { fillMillion, MILLION } from './million.ts'
import { startServer } from './server.ts'

const RATE = 100
const SECONDS = 20
const WARM_UP = 5
const TARGET_MS: Record<Kind, number> = { postgres: 100, embedded: 200 }

const upTo = (most: number) => 1 + Math.floor(Math.random() * most)
const pick = <T>(...choices: T[]): T => choices[Math.floor(Math.random() * choices.length)]!
const list = (query: Record<string, string | number>): Ask => ({
  path: `/jeecg-boot/rental/userMessage/list?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
})

const DAY = 86_400_000
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)
const someDay = () => upTo(1000)

/** One that is in every tenth row looks at all of them: asked seldom, so that it shows its own time and not a queue of them. */
const PART = 'a part of the nickname, page 1'
const COMMON_PART = 'a part that every tenth nickname has, page 1'
const PART_RATE = 2
const SELDOM: ReadonlySet<string> = new Set([PART, COMMON_PART])

const asks: Record<string, () => Ask> = {
  'any page of 100,000, newest first': () => list({ pageNo: upTo(MILLION / 10) }),
  'the first 100 pages': () => list({ pageNo: upTo(100) }),
  'any page, sorted by another column': () =>
    list({
      pageNo: upTo(MILLION / 10),
      column: pick('balance', 'registerTime', 'nickName'),
      order: pick('asc', 'desc'),
    }),
  'filtered, first 20 pages': () =>
    list({
      pageNo: upTo(20),
      ...pick<() => Record<string, string | number>>(
        () => ({ status: 2 }),
        () => ({ authStatus: 1 }),
        () => ({ areaCode: '440305', status: 1 }),
        () => ({ phone: `192${String(upTo(MILLION)).padStart(8, '0')}`, pageNo: 1 }),
        () => ({ nickName: `${pick('小鹿', '阿杰', '星辰')}${upTo(9973)}` }),
        () => ({ balance_begin: '100.00', balance_end: '200.00', column: 'balance', order: 'asc' }),
        () => {
          const ago = someDay()
          return { registerTime_begin: day(ago + 7), registerTime_end: day(ago) }
        },
      )(),
    }),
  [PART]: () => list({ nickName: `*鹿${upTo(997)}*` }),
  // Never twice the same: what was counted once is known.
  [COMMON_PART]: () => list({ nickName: `*${pick('小鹿', '阿杰', '星辰')}*`, balance_begin: `0.${upTo(99)}` }),
}

async function* measureOn(kind: Kind): AsyncGenerator<Figure> {
  const database = await emptyDatabase(kind)
  await fillMillion(database)
  const server = await startServer(database.env)
  const token = await server.signIn('ops_manager')
  const target = TARGET_MS[kind]
  for (const [name, next] of Object.entries(asks)) {
    const rate = SELDOM.has(name) ? PART_RATE : RATE
    const found = await load({ address: server.address, token, rate, seconds: SECONDS, warmUp: WARM_UP, next })
    await server.settled()
    if (found.failure)
      process.stderr.write(`${kind}, ${name}: ${found.failed} of ${found.count} failed: ${found.failure}\n`)
    const hasTarget = name !== COMMON_PART
    yield {
      name: `1,000,000 rows, ${kind}: ${name}`,
      measured: told(found),
      target: hasTarget ? `p99 ≤ ${target} ms at ${rate}/s` : `(at ${rate}/s)`,
      ...(hasTarget && { reached: found.p99 <= target && found.failed === 0 }),
    }
  }
  await server.stop()
}

export async function* measure(): AsyncGenerator<Figure> {
  const only = process.env['BENCH_DATABASE']
  for (const kind of KINDS) if (!only || only === kind) yield* measureOn(kind)
}
