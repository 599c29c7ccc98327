import { createContext, useSyncExternalStore } from 'react'

/** By input: why a form cannot be saved yet. An upload tells the form only its end, so the form asks here before it saves. */
export class Unfinished extends Map<object, string> {
  readonly #heard = new Set<() => void>()
  /** By input: how what is on its way there is broken off. */
  readonly stops = new Map<object, () => void>()

  override set(input: object, why: string): this {
    super.set(input, why)
    this.#tell()
    return this
  }
  override delete(input: object): boolean {
    const was = super.delete(input)
    if (was) this.#tell()
    return was
  }
  /** Why what holds these inputs cannot be taken yet; `others` are somebody else's. */
  why(others?: ReadonlySet<object>): string | undefined {
    return [...this].find(([input]) => !others?.has(input))?.[1]
  }
  /** Nobody wants them any more: nothing of them arrives, and nothing is said of them. `others` go on. */
  throwAway(others?: ReadonlySet<object>): void {
    for (const [input, stop] of [...this.stops]) if (!others?.has(input)) stop()
  }
  /** Told when something begins or ends; answers how to be told no more. */
  readonly subscribe = (heard: () => void): (() => void) => {
    this.#heard.add(heard)
    return () => void this.#heard.delete(heard)
  }
  #tell(): void {
    for (const heard of this.#heard) heard()
  }
}
export const UnfinishedUploads = createContext<Unfinished | undefined>(undefined)

/** Whether something is on its way or has failed: whoever leaves now leaves it behind. */
export const useUnfinished = (unfinished: Unfinished): boolean =>
  useSyncExternalStore(unfinished.subscribe, () => unfinished.size > 0)
