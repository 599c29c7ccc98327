/** What a listener can wait for: one row, the order and number of rows, the footer of one column, and so on. */
export type Topic =
  | 'rows'
  | 'looks'
  | 'selection'
  | 'cursor'
  | 'draft'
  | 'range'
  | 'history'
  | 'problems'
  | 'settings'
  | 'progress'
  | 'state'
  | 'cut'
  | 'columns'
  | 'filter'
  | `row:${string}`
  | `column:${string}`

/** Tells who listens to a topic, and nobody else. A topic costs nothing before it is first told or heard. */
export class Signals {
  readonly #listeners = new Map<Topic, Set<() => void>>()
  readonly #versions = new Map<Topic, number>()

  listen(topic: Topic, hear: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(hear))
    return () => {
      listeners.delete(hear)
      if (!listeners.size) this.#listeners.delete(topic)
    }
  }

  tell(topic: Topic): void {
    // Counted without listeners too: one that is about to listen has already drawn what it saw.
    this.#versions.set(topic, this.version(topic) + 1)
    for (const hear of [...(this.#listeners.get(topic) ?? [])]) hear()
  }

  /** Grows with every telling. */
  version = (topic: Topic): number => this.#versions.get(topic) ?? 0
}
