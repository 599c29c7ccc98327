export const WEEK_MS = 604_800_000

export interface Store {
  get<T>(key: string): T | undefined
  /** `lifeMs` later the value is gone. */
  set(key: string, value: unknown, lifeMs?: number): void
  /** It could not be stored: the next page will not know it. */
  inMemoryOnly(key: string): boolean
  remove(key: string): void
  /** Keys that start with the prefix. */
  keys(prefix: string): string[]
}

/**
 * A browser storage that never throws: private windows and full disks refuse to write, and some embedded browsers have
 * no storage at all. What cannot be kept there is kept in memory until the page goes.
 */
function storeOn(open: () => Storage): Store {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }
  const read = (key: string) => memory.get(key) ?? attempt((storage) => storage.getItem(key))
  const store: Store = {
    get<T>(key: string): T | undefined {
      const text = read(key)
      if (!text) return undefined
      try {
        const { value, expire } = JSON.parse(text) as { value: T; expire: number | null }
        if (expire === null || expire > Date.now()) return value
        store.remove(key)
      } catch {
        // Written by something else under the same name.
      }
      return undefined
    },
    set(key, value, lifeMs) {
      const text = JSON.stringify({ value, expire: lifeMs === undefined ? null : Date.now() + lifeMs })
      const kept = attempt((storage) => {
        storage.setItem(key, text)
        return true
      })
      if (kept) memory.delete(key)
      else memory.set(key, text)
    },
    inMemoryOnly: (key) => memory.has(key),
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: (prefix) =>
      [...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])].filter((key) => key.startsWith(prefix)),
  }
  return store
}

export const local = storeOn(() => localStorage)
/** Lives as long as the browser tab. */
export const perTab = storeOn(() => sessionStorage)
