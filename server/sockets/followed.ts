/** Who has which records open: they hear when somebody else decided on one, and ask for it themselves. */
import { z } from 'zod'
import type { LiveWord } from '../db/live-words.ts'
import { say, type Line } from './hub.ts'

const text = z.object({
  cmd: z.literal('follow'),
  /** `userWithdrawal/123`: all that are open now, in place of what was said before. */
  records: z.array(z.string().regex(/^\w{1,64}\/[\w-]{1,64}$/)).max(10),
})

/** The records that a client's text names; undefined when it says something else. */
export function followedIn(said: string): readonly string[] | undefined {
  if (!said.startsWith('{')) return undefined
  try {
    return text.safeParse(JSON.parse(said)).data?.records
  } catch {
    return undefined
  }
}

type Word = Extract<LiveWord, { cmd: 'record' }>

const change = (record: string) => {
  const [resource, id] = record.split('/')
  return JSON.stringify({ cmd: 'record', resource, id })
}

const keyOf = (tenant: number, record: string) => `${tenant} ${record}`

/** A page asks for its record first and says afterwards that it has it open: what came between is told then. */
const BETWEEN_MS = 120_000
/** What comes in that time, and no more than may be kept. */
const MOST_BETWEEN = 10_000

export class Followed {
  readonly #lines = new Map<string, Set<Line>>()
  readonly #records = new Map<Line, readonly string[]>()
  /** When words came last, the oldest first. */
  readonly #lately = new Map<string, number>()

  set(line: Line, records: readonly string[]): void {
    const before = this.#records.get(line) ?? []
    this.remove(line)
    if (!records.length) return
    this.#records.set(line, records)
    for (const record of new Set(records)) {
      this.#lines.set(record, (this.#lines.get(record) ?? new Set()).add(line))
      const came = this.#lately.get(keyOf(line.tenant, record))
      if (came !== undefined && performance.now() - came < BETWEEN_MS && !before.includes(record))
        say(line, change(record))
    }
  }

  remove(line: Line): void {
    for (const record of this.#records.get(line) ?? []) {
      const lines = this.#lines.get(record)
      lines?.delete(line)
      if (!lines?.size) this.#lines.delete(record)
    }
    this.#records.delete(line)
  }

  /** Of the record itself nothing is said: what may be seen of it is decided when it is asked for. */
  tell({ tenant, resource, id }: Word): void {
    const record = `${resource}/${id}`
    this.#remember(keyOf(tenant, record))
    for (const line of this.#lines.get(record) ?? []) if (line.tenant === tenant) say(line, change(record))
  }

  #remember(key: string): void {
    const now = performance.now()
    this.#lately.delete(key)
    this.#lately.set(key, now)
    for (const [oldest, came] of this.#lately) {
      if (this.#lately.size <= MOST_BETWEEN && now - came < BETWEEN_MS) return
      this.#lately.delete(oldest)
    }
  }

  /** Words may have been missed. */
  tellAll(): void {
    for (const [line, records] of this.#records) for (const record of records) say(line, change(record))
  }
}
