/** Three times the load it can bear: what is still answered, how soon, and how the rest is sent away. */
import { emptyDatabase, KINDS, type Kind } from './database.ts'
import { ms, type Figure } from './figure.ts'
import { fullStretch, load } from './load.ts'
import { office } from './office.ts'
import { startServer } from './server.ts'

const CLIENTS = 24
const TIMES = 3
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 15)
const WARM_UP = 4
const KEPT = 0.8
const P99_MS = 1000

async function* measureOn(kind: Kind): AsyncGenerator<Figure> {
  const { env } = await emptyDatabase(kind)
  const server = await startServer(env)
  const { address } = server
  const next = await office(server)
  const { goodput: best } = await fullStretch({ address, clients: CLIENTS, seconds: SECONDS, warmUp: WARM_UP, next })
  yield { name: `overload, ${kind}: best goodput`, measured: `${Math.round(best)}/s`, target: '' }
  await server.settled()
  const rate = Math.round(best * TIMES)
  const found = await load({ address, rate, seconds: SECONDS, warmUp: WARM_UP, next })
  const { goodput, goodP99, shed, shedP99, failed, late, count, failure } = found
  await server.settled()
  await server.stop()
  if (failed > shed) process.stderr.write(`${kind}: ${failed - shed} of ${count} failed otherwise: ${failure}\n`)
  yield {
    name: `overload, ${kind}, ${rate}/s: goodput`,
    measured: `${Math.round(goodput)}/s, ${Math.round((goodput / best) * 100)} % of the best (generator late by ${ms(late)})`,
    target: `≥ ${KEPT * 100} %`,
    reached: goodput >= KEPT * best,
  }
  yield {
    name: `overload, ${kind}, ${rate}/s: p99 of what is answered`,
    measured: ms(goodP99),
    target: `≤ ${ms(P99_MS)}`,
    reached: goodP99 <= P99_MS,
  }
  yield {
    name: `overload, ${kind}, ${rate}/s: the rest`,
    measured: `${shed} of ${count} sent away (503, p99 ${ms(shedP99)}), ${failed - shed} failed otherwise`,
    target: '503 with Retry-After',
    reached: failed === shed,
  }
}

export async function* measure(): AsyncGenerator<Figure> {
  const only = process.env['BENCH_DATABASE']
  for (const kind of KINDS) if (!only || only === kind) yield* measureOn(kind)
}
