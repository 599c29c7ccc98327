/** `npm run bench [-- name …]`: measures what design §10 promises and prints it beside the targets. */
import { cpus, loadavg } from 'node:os'
import { closeAll } from './closing.ts'
import type { Benchmark, Figure } from './figure.ts'
import { report } from './report.ts'

const benchmarks: Record<string, () => Promise<Benchmark>> = {
  'list-million': () => import('./list-million.ts'),
  'home-million': () => import('./home-million.ts'),
  'mixed-load': () => import('./mixed-load.ts'),
  overload: () => import('./overload.ts'),
  'export-million': () => import('./export-million.ts'),
  'import-100k': () => import('./import-100k.ts'),
  'kill-9': () => import('./kill-9.ts'),
  'random-money': () => import('./random-money.ts'),
  'idle-sockets': () => import('./idle-sockets.ts'),
  'first-load': () => import('./first-load.ts'),
  board: () => import('./board.ts'),
  metrics: () => import('./metrics.ts'),
  grid: () => import('./grid.ts'),
  cron: () => import('./cron.ts'),
  soak: () => import('./soak.ts'),
}

/** Takes an hour, so only when it is named. */
const NAMED = ['soak']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benchmarks))
if (unknown.length) {
  process.stderr.write(`no benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}\n`)
  process.exit(1)
}

async function stop() {
  await closeAll()
  process.exit(1)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())

const say = (text: string) => process.stderr.write(`${text}\n`)
const figures: Figure[] = []
let broken = 0
for (const [name, load] of Object.entries(benchmarks)) {
  if (wanted.length ? !wanted.includes(name) : NAMED.includes(name)) continue
  // Others on the machine make every figure worse; the load before the start says whether there were any.
  say(`${name} … (load before: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores)`)
  const started = Date.now()
  try {
    for await (const figure of (await load()).measure()) {
      figures.push(figure)
      say(`  ${figure.name}: ${figure.measured}`)
    }
    say(`${name}: ${Math.round((Date.now() - started) / 1000)} s\n`)
  } catch (error) {
    broken++
    say(`${name} broke: ${(error as Error).stack}`)
  } finally {
    await closeAll()
  }
}
process.stdout.write(`\n${report(figures)}\n`)
process.exit(broken ? 1 : 0)
