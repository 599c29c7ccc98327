/**
 * What was worked out from a table and would cost a look at every row again: kept until the table changes. On a quiet table
 * it is exact however old; on one that changes all the time a large result may lag behind, never more than `LAG_MS`.
 */
import { keepNewest } from '../kernel/keep-newest.ts'
import type { Services } from '../kernel/services.ts'
import { holds, isWritten, markOf, NO_MARK, standingOf, type Mark, type Standing } from './changes.ts'

/** How old a lagging result may be. */
export const LAG_MS = 10_000
/** A lagging result is worked out anew in the background, but this share of the time at most … */
const SHARE = 0.05
/** … unless a quick one would become too old: begun so early that nobody waits for it, also where it takes twice as long. */
const dueAfter = (took: number) => Math.min(took / SHARE, took > LAG_MS / 4 ? Infinity : LAG_MS - 2 * took)
/** Databases where something is worked out in the background: one thing at a time, however many are too old. */
const busy = new WeakSet<object>()

type Source = Pick<Services, 'pool' | 'clock' | 'log'>

const msOf = ({ clock }: Source) => clock.now().getTime()

export interface Question<T> {
  /** Whose changes make the answer stale; undefined when that is more than one table or the time of day. */
  table: string | undefined
  key: string
  /** The answer, and what `LOOK` said to its first statement; without that it is not kept. */
  workOut(): Promise<{ value: T; look: string | undefined }>
  /** May this answer lag? Only where working it out takes so long that nobody should wait for it after every change. */
  mayLag(value: T): boolean
}

export interface Answer<T> {
  value: T
  /** Nothing has been committed since that would change it. */
  exact: boolean
  /** Exact, and it has seen all that was written until then: nobody was writing. */
  settled: boolean
}

interface Known<T> {
  value: T
  mark: Mark
  /** When work began; what it saw is not older. */
  at: number
  took: number
}

const everybody: Remembered<unknown>[] = []

/** How many answers about this database are kept in this process. */
export const rememberedAnswers = (pool: object): number => everybody.reduce((sum, one) => sum + one.kept(pool), 0)

export class Remembered<T> {
  readonly #most: number
  readonly #known = new WeakMap<object, Map<string, Known<T>>>()
  readonly #working = new WeakMap<object, Map<string, Promise<Known<T>>>>()

  /** Of more than `most` answers the one longest unused is forgotten. */
  constructor(most: number) {
    this.#most = most
    everybody.push(this)
  }

  kept(pool: object): number {
    return this.#known.get(pool)?.size ?? 0
  }

  async answer(source: Source, question: Question<T>): Promise<Answer<T>> {
    const { table, key, mayLag } = question
    const standing = table === undefined ? undefined : await standingOf(source.pool, table)
    const good = ({ mark }: Known<T>) => standing !== undefined && holds(mark, standing)
    const all = mapOf(this.#known, source.pool)
    const known = all.get(key)
    if (known) {
      all.delete(key)
      all.set(key, known)
      if (good(known)) return exactly(known)
      const age = msOf(source) - known.at
      // A clock that was put back says nothing.
      if (mayLag(known.value) && age >= 0 && age < LAG_MS) {
        if (age > dueAfter(known.took) && !busy.has(source.pool)) {
          busy.add(source.pool)
          this.#work(source, question, standing)
            .catch((error: Error) => source.log.debug({ err: error }, '未能重新统计'))
            .finally(() => busy.delete(source.pool))
        }
        return { value: known.value, exact: false, settled: false }
      }
    }
    // Somebody may be at it. Unless the table has changed since they began, theirs is ours too.
    const running = await mapOf(this.#working, source.pool)
      .get(key)
      ?.catch(() => undefined)
    if (running && good(running)) return exactly(running)
    if (running && mayLag(running.value)) return { value: running.value, exact: false, settled: false }
    // Whoever is at it now began after we asked.
    return exactly(await this.#work(source, question, standing))
  }

  #work(source: Source, question: Question<T>, standing: Standing | undefined): Promise<Known<T>> {
    const working = mapOf(this.#working, source.pool)
    const running = working.get(question.key)
    if (running) return running
    const work = this.#begin(source, question, standing).finally(() => working.delete(question.key))
    working.set(question.key, work)
    return work
  }

  async #begin(source: Source, question: Question<T>, standing: Standing | undefined): Promise<Known<T>> {
    const { table, key, workOut } = question
    const all = mapOf(this.#known, source.pool)
    const at = msOf(source)
    const written = table === undefined || !standing || (await isWritten(source.pool, table, standing))
    const { value, look } = await workOut()
    const mark = standing && look ? markOf(standing, written, look, all.get(key)?.mark) : NO_MARK
    const known = { value, mark, at, took: msOf(source) - at }
    all.delete(key)
    all.set(key, known)
    keepNewest(all, this.#most)
    return known
  }
}

const exactly = <T>({ value, mark }: Known<T>): Answer<T> => ({
  value,
  exact: true,
  settled: mark.count !== undefined && !mark.unseen.length,
})

function mapOf<V>(maps: WeakMap<object, Map<string, V>>, owner: object): Map<string, V> {
  const map = maps.get(owner) ?? new Map<string, V>()
  maps.set(owner, map)
  return map
}
