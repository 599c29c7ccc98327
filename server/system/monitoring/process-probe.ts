/** What Node knows of its own process and only tells whoever listens from the start. */
import { availableParallelism, cpus } from 'node:os'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { readFileSync } from 'node:fs'

const pauses = { count: 0, totalSeconds: 0, longestSeconds: 0 }
const loop = monitorEventLoopDelay({ resolution: 20 })
let listening = false

/** Once a process, however many apps it holds. */
export function watchProcess(): void {
  if (listening) return
  listening = true
  loop.enable()
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      pauses.count += 1
      pauses.totalSeconds += duration / 1000
      pauses.longestSeconds = Math.max(pauses.longestSeconds, duration / 1000)
    }
  }).observe({ entryTypes: ['gc'] })
}

export const collections = (): Readonly<typeof pauses> => pauses

const NS = 1e9
/** Seconds by which what was due ran late. */
export const loopDelay = () => ({
  mean: Number.isNaN(loop.mean) ? 0 : loop.mean / NS,
  max: loop.max / NS,
  p99: loop.percentile(99) / NS,
})

/** A share of the time since it was asked last; the first answer is about the time since the start. */
class Share {
  #before = { busy: 0, all: 0 }
  #last = 0
  readonly #read: () => { busy: number; all: number }
  constructor(read: () => { busy: number; all: number }) {
    this.#read = read
  }
  now(): number {
    const { busy, all } = this.#read()
    const passed = all - this.#before.all
    // Two questions in one moment: the answer of the first.
    if (passed > 0) this.#last = Math.min(1, Math.max(0, (busy - this.#before.busy) / passed))
    this.#before = { busy, all }
    return this.#last
  }
}

const machine = new Share(() => {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (of: (one: (typeof times)[number]) => number) => times.reduce((total, one) => total + of(one), 0)
  return {
    busy: sum(({ user, nice, sys, irq }) => user + nice + sys + irq),
    all: sum(({ user, nice, sys, irq, idle }) => user + nice + sys + irq + idle),
  }
})
const own = new Share(() => {
  const { user, system } = process.cpuUsage()
  return { busy: user + system, all: process.uptime() * 1e6 * availableParallelism() }
})

/** 0 to 1, of all processors. */
export const machineUsage = (): number => machine.now()
export const processUsage = (): number => own.now()

let mostThreads = 0
/** Threads of the process; where the system does not tell, the one that runs the program. */
export function threads(): { live: number; peak: number } {
  let live = 1
  try {
    live = Number(/^Threads:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 1)
  } catch {
    // No Linux.
  }
  mostThreads = Math.max(mostThreads, live)
  return { live, peak: mostThreads }
}
