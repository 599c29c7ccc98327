import type { Writable } from 'node:stream'
import { busy, clientLeft } from './errors.ts'

export interface LaneLimits {
  /** Worked on at the same time. */
  atOnce: number
  /** Nobody waits longer for a turn, in ms; Infinity: for ever. */
  patienceMs: number
  /** The same once nobody has found a turn free for as long as `patienceMs`. */
  shortMs: number
  /** In line, however fast it moves. */
  most: number
}

export interface LaneWords {
  /** For who is sent away. */
  message: string
  retryAfterSeconds: number
}

export interface Turn {
  /** May be called twice. */
  giveBack(): void
}

interface Waiting {
  begin(): void
}

/** How much the newest turn says about how long turns take. */
const WEIGHT = 0.1

/** Turns of one sort, and how long they take in the middle. */
class Pace {
  ms = 0
  add(ms: number) {
    this.ms += (ms - this.ms) * (this.ms ? WEIGHT : 1)
  }
}

/**
 * So many at a time, the others in line. Whoever cannot expect a turn in time is sent away at once, whoever leaves is never
 * begun, and a line that does not empty is kept short (CoDel, https://queue.acm.org/detail.cfm?id=2209336): what is answered
 * under overload is answered soon.
 */
export class Lane {
  /** So many were sent away. */
  sentAway = 0
  #busy = 0
  readonly #line: Waiting[] = []
  readonly #known: Waiting[] = []
  readonly #pace = { line: new Pace(), known: new Pace() }
  #freeAt: number
  #movedAt: number

  constructor(
    readonly limits: LaneLimits,
    readonly words: LaneWords,
    /** In ms; which moment is 0 does not matter. */
    readonly now: () => number = () => performance.now(),
  ) {
    this.#freeAt = this.#movedAt = now()
  }

  get waiting(): number {
    return this.#line.length + this.#known.length
  }

  /** Nobody has found a turn free for a while. */
  get crowded(): boolean {
    return this.#busy >= this.limits.atOnce && this.now() - this.#freeAt > this.limits.patienceMs
  }

  /**
   * A turn for this client, which is given back when the work is over. `known`: let in before, so that work was spent on it
   * already; it goes before those who come. Throws 503 with Retry-After, or that the client has left.
   */
  async turn(client: Writable, known = false): Promise<Turn> {
    if (client.destroyed) throw clientLeft()
    const { atOnce, patienceMs, shortMs, most } = this.limits
    if (this.#busy < atOnce) {
      this.#busy++
      this.#freeAt = this.#movedAt = this.now()
      return this.#begun(known)
    }
    const patience = this.crowded && !known ? shortMs : patienceMs
    if (this.waiting >= most || (!known && this.#expected() > patience)) throw this.#refusal()
    await this.#wait(client, known ? this.#known : this.#line, patience)
    const turn = this.#begun(known)
    if (!client.destroyed) return turn
    turn.giveBack()
    throw clientLeft()
  }

  /** The same around one piece of work. */
  async run<T>(client: Writable, work: () => Promise<T>): Promise<T> {
    const turn = await this.turn(client)
    try {
      return await work()
    } finally {
      turn.giveBack()
    }
  }

  #wait(client: Writable, line: Waiting[], patience: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const out = () => {
        clearTimeout(timer)
        client.off('close', leave)
      }
      const waiting: Waiting = {
        begin() {
          out()
          resolve()
        },
      }
      const leaveWith = (error: () => Error) => {
        out()
        line.splice(line.indexOf(waiting), 1)
        reject(error())
      }
      const leave = () => leaveWith(clientLeft)
      const timer = Number.isFinite(patience) ? setTimeout(() => leaveWith(() => this.#refusal()), patience) : undefined
      client.once('close', leave)
      line.push(waiting)
    })
  }

  /** How long the next in line would wait. */
  #expected(): number {
    const { line, known } = this.#pace
    const before = (this.#line.length + 1) * (line.ms + known.ms) + this.#known.length * known.ms
    // Where nothing moves, what was quick yesterday says nothing.
    return Math.max(before / this.limits.atOnce, this.now() - this.#movedAt)
  }

  #begun(known: boolean): Turn {
    const began = this.now()
    let over = false
    return {
      giveBack: () => {
        if (over) return
        over = true
        this.#movedAt = this.now()
        // One that hung says nothing about the others.
        const took = Math.min(this.#movedAt - began, this.limits.patienceMs)
        this.#pace[known ? 'known' : 'line'].add(took)
        const next = this.#known.shift() ?? this.#line.shift()
        if (next) return next.begin()
        this.#busy--
        this.#freeAt = this.#movedAt
      },
    }
  }

  #refusal() {
    this.sentAway++
    return busy(this.words.message, this.words.retryAfterSeconds)
  }
}
