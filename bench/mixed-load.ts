/** An office's day at a fixed rate, and the highest rate that is borne. */
import { emptyDatabase, KINDS, type Kind } from './database.ts'
import type { Figure } from './figure.ts'
import { load, told } from './load.ts'
import { office } from './office.ts'
import { startServer } from './server.ts'

const TARGET: Record<Kind, { rate: number; p99: number }> = {
  postgres: { rate: 1000, p99: 100 },
  embedded: { rate: 250, p99: 200 },
}
/** Tried one after the other until one is too much. */
const STEPS = [50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 1000, 1250, 1500, 2000]

async function* measureOn(kind: Kind): AsyncGenerator<Figure> {
  const { env } = await emptyDatabase(kind)
  const server = await startServer(env)
  const { address } = server
  const next = await office(server)
  const { rate, p99 } = TARGET[kind]
  const atTarget = await load({ address, rate, seconds: 20, warmUp: 5, next })
  if (atTarget.failure) process.stderr.write(`${kind}: ${atTarget.failed} failed: ${atTarget.failure}\n`)
  yield {
    name: `mixed load, ${kind}, ${rate}/s`,
    measured: told(atTarget),
    target: `p99 < ${p99} ms`,
    reached: atTarget.p99 < p99 && atTarget.failed === 0,
  }
  await server.settled()
  let highest = 0
  for (const step of STEPS) {
    const found = await load({ address, rate: step, seconds: 6, warmUp: 2, next })
    await server.settled()
    process.stderr.write(`${kind}: ${step}/s ${told(found)} ${found.failure ?? ''}\n`)
    if (found.p99 >= p99 || found.failed) break
    highest = step
  }
  await server.stop()
  yield {
    name: `mixed load, ${kind}, highest rate with p99 < ${p99} ms`,
    measured: `${highest}/s`,
    target: `≥ ${rate}/s`,
    reached: highest >= rate,
  }
}

export async function* measure(): AsyncGenerator<Figure> {
  const only = process.env['BENCH_DATABASE']
  for (const kind of KINDS) if (!only || only === kind) yield* measureOn(kind)
}
