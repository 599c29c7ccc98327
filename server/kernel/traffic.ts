/** What this process was asked since it started: the last requests one by one, all of them in figures. */

/** A request that was answered. `path` is that of the route, so that nothing of what was asked stands in it. */
export interface Answered {
  at: Date
  method: string
  path: string
  status: number
  ms: number
}

const KEPT = 100

export class Traffic {
  readonly #recent: Answered[] = []
  readonly #listeners: ((answered: Answered) => void)[] = []
  count = 0
  /** Answered with 400 and more. */
  refused = 0
  /** Sent away because too much was to be done. */
  sentAway = 0
  totalMs = 0
  slowestMs = 0
  /** Live connections of this node; whoever keeps them says how many. */
  sockets: () => number = () => 0

  note(answered: Answered): void {
    this.#recent.unshift(answered)
    if (this.#recent.length > KEPT) this.#recent.pop()
    this.count += 1
    this.totalMs += answered.ms
    this.slowestMs = Math.max(this.slowestMs, answered.ms)
    if (answered.status >= 400) this.refused += 1
    if (answered.status === 503) this.sentAway += 1
    for (const listen of this.#listeners) listen(answered)
  }

  /** Newest first. */
  recent(): readonly Answered[] {
    return this.#recent
  }

  listen(listener: (answered: Answered) => void): void {
    this.#listeners.push(listener)
  }
}
