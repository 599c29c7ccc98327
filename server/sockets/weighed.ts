/** A map that knows for how many bytes each is counted, and all of it. */
export class Weighed<V> {
  bytes = 0
  readonly #all = new Map<string, { value: V; bytes: number }>()

  get = (key: string): V | undefined => this.#all.get(key)?.value

  /** What was there already keeps its place. */
  set(key: string, value: V, bytes: number): void {
    this.bytes += bytes - (this.#all.get(key)?.bytes ?? 0)
    this.#all.set(key, { value, bytes })
  }

  delete(key: string): void {
    this.bytes -= this.#all.get(key)?.bytes ?? 0
    this.#all.delete(key)
  }

  /** From the oldest on. */
  dropWhile(isTooMuch: (value: V) => boolean): void {
    for (const [key, { value }] of this.#all) {
      if (!isTooMuch(value)) return
      this.delete(key)
    }
  }

  *[Symbol.iterator](): Generator<[string, V]> {
    for (const [key, { value }] of this.#all) yield [key, value]
  }
}
