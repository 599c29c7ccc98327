import type { GridRow } from './column.ts'
import { handled, type ColumnCheck } from './rules.ts'
import type { Rows } from './rows.ts'
import type { Signals } from './signals.ts'

export type RowProblems = Readonly<Record<string, string>>

export interface Failing {
  id: string
  /** Number of the row, from 0. */
  index: number
  field: string
  message: string
}
export interface Judgement {
  /** Failing cells. */
  count: number
  /** The uppermost, leftmost one. */
  first: Failing | undefined
}

const NONE: RowProblems = Object.freeze({})
/** Failing cells that are remembered one by one; the rest is judged again when it is drawn. */
const MOST_KEPT = 5000
const HANDLERS_AT_ONCE = 50

/** What is wrong with which cell. */
export class Problems {
  #kept = new Map<string, RowProblems>()
  #told: ReadonlyMap<string, RowProblems> = new Map()
  #overflow = false
  /** The latest question put to a handler about a cell; an older answer no longer counts. */
  readonly #asked = new Map<string, number>()
  #questions = 0
  readonly #rows: Rows
  readonly #signals: Signals
  readonly #checks: ReadonlyMap<string, ColumnCheck>

  constructor(rows: Rows, signals: Signals, checks: ReadonlyMap<string, ColumnCheck>) {
    this.#rows = rows
    this.#signals = signals
    this.#checks = checks
  }

  /** By field. */
  of(row: GridRow): RowProblems {
    const told = this.#told.get(row.id)
    return told ? { ...told, ...this.#found(row) } : this.#found(row)
  }

  /** What somebody else found, such as the server: by the ids of the rows. Stands until told otherwise. */
  tell(told: ReadonlyMap<string, RowProblems>): void {
    if (!told.size && !this.#told.size) return
    this.#told = told
    this.#signals.tell('looks')
    this.#signals.tell('problems')
  }

  #found(row: GridRow): RowProblems {
    const kept = this.#kept.get(row.id)
    if (!this.#overflow) return kept ?? NONE
    const judged = [...this.#checks.values()].flatMap(({ column: { field }, judge }) => {
      const message = judge?.(row[field])
      return message === undefined ? [] : [[field, message] as const]
    })
    return { ...Object.fromEntries(judged), ...kept }
  }

  #set(id: string, field: string, message: string | undefined): void {
    const before = this.#kept.get(id)
    if (before?.[field] === message) return
    if (message !== undefined) this.#kept.set(id, { ...before, [field]: message })
    else {
      const { [field]: _, ...rest } = before!
      if (Object.keys(rest).length) this.#kept.set(id, rest)
      else this.#kept.delete(id)
    }
    this.#signals.tell(`row:${id}`)
    this.#signals.tell('problems')
  }

  /** While it is typed: a value that is not in the row yet. */
  judge(row: GridRow, field: string, value: unknown): void {
    const check = this.#checks.get(field)
    if (check) this.#set(row.id, field, check.judge?.(value) ?? this.#taken(check, row.id, value))
  }

  /** A cell as it stands. With `thorough` also by the column's own handlers, whose answer may come later. */
  recheck(row: GridRow, field: string, thorough = false): void {
    const check = this.#checks.get(field)
    if (!check) return
    const had = this.#kept.get(row.id)?.[field]
    const message = check.judge?.(row[field]) ?? this.#taken(check, row.id, row[field])
    this.#set(row.id, field, message)
    // Who had the same value before may have it alone now.
    if (check.unique !== undefined) this.#recheckTwins(check, row.id)
    if (message === undefined && thorough && check.handlers.length) void this.#ask(check, row, had)
  }

  async #ask(check: ColumnCheck, row: GridRow, had: string | undefined): Promise<void> {
    const { field } = check.column
    const cell = `${row.id}\0${field}`
    const question = ++this.#questions
    this.#asked.set(cell, question)
    // Until it is known to be right again it stays wrong.
    if (had !== undefined) this.#set(row.id, field, had)
    const message = await handled(check, row)
    if (this.#asked.get(cell) !== question) return
    this.#asked.delete(cell)
    if (this.#rows.get(row.id)?.[field] === row[field]) this.#set(row.id, field, message)
  }

  #recheckTwins(check: ColumnCheck, except: string): void {
    const { column, unique, judge } = check
    for (const [id, problems] of [...this.#kept]) {
      if (problems[column.field] !== unique || id === except) continue
      const value = this.#rows.get(id)?.[column.field]
      this.#set(id, column.field, judge?.(value) ?? this.#taken(check, id, value))
    }
  }

  #taken({ unique, column: { field } }: ColumnCheck, id: string, value: unknown): string | undefined {
    const key = keyOf(value)
    if (unique === undefined || key === '') return undefined
    for (const row of this.#rows.list) if (keyOf(row[field]) === key && row.id !== id) return unique
    return undefined
  }

  /** Everything that can be judged at once. */
  judgeAll(): Judgement {
    const found = new Found(this.#rows.list)
    let place = 0
    for (const check of this.#checks.values()) {
      if (check.judge) found.by(check.judge, check.column.field, place)
      if (check.unique !== undefined) found.twins(check.unique, check.column.field, place)
      place++
    }
    return this.#take(found)
  }

  /** Everything, with the handlers. */
  async checkAll(): Promise<Judgement> {
    const judged = this.judgeAll()
    const found = new Found(this.#rows.list)
    let place = 0
    for (const check of this.#checks.values()) {
      if (check.handlers.length) await found.asked(check, this.#kept, place)
      place++
    }
    if (!found.count) return judged
    for (const [id, problems] of found.kept)
      for (const [field, message] of Object.entries(problems)) this.#set(id, field, message)
    const first = !judged.first || (found.first && found.first.index < judged.first.index) ? found.first : judged.first
    return { count: judged.count + found.count, first }
  }

  #take(found: Found): Judgement {
    const told = this.#kept.size > 0 || found.count > 0 || this.#overflow
    this.#kept = found.kept
    this.#overflow = found.count > found.remembered
    this.#asked.clear()
    if (told) {
      this.#signals.tell('looks')
      this.#signals.tell('problems')
    }
    return { count: found.count, first: found.first }
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#kept.delete(id)
    this.#signals.tell('problems')
  }
  clear = (): void => void this.#take(new Found([]))
  /** Rows with something wrong that are remembered. */
  get rows(): number {
    return this.#kept.size
  }
}

const keyOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())

/** Collects failing cells column by column. */
class Found {
  count = 0
  remembered = 0
  first: Failing | undefined
  #firstPlace = 0
  readonly kept = new Map<string, Record<string, string>>()
  readonly #list: readonly GridRow[]

  constructor(list: readonly GridRow[]) {
    this.#list = list
  }

  by(judge: (value: unknown) => string | undefined, field: string, place: number): void {
    const list = this.#list
    for (let index = 0; index < list.length; index++) {
      const message = judge(list[index]![field])
      if (message !== undefined) this.add(index, field, message, place)
    }
  }

  twins(message: string, field: string, place: number): void {
    const firsts = new Map<string, number>()
    const list = this.#list
    for (let index = 0; index < list.length; index++) {
      const key = keyOf(list[index]![field])
      if (key === '') continue
      const other = firsts.get(key)
      if (other === undefined) firsts.set(key, index)
      else {
        this.add(other, field, message, place)
        this.add(index, field, message, place)
      }
    }
  }

  async asked(check: ColumnCheck, wrong: ReadonlyMap<string, RowProblems>, place: number): Promise<void> {
    const { field } = check.column
    for (let from = 0; from < this.#list.length; from += HANDLERS_AT_ONCE) {
      const part = this.#list.slice(from, from + HANDLERS_AT_ONCE)
      const messages = await Promise.all(
        part.map(async (row) => (wrong.get(row.id)?.[field] ? undefined : handled(check, row))),
      )
      messages.forEach((message, at) => {
        if (message !== undefined) this.add(from + at, field, message, place)
      })
    }
  }

  add(index: number, field: string, message: string, place: number): void {
    const { id } = this.#list[index]!
    const before = this.kept.get(id)
    if (before?.[field] !== undefined) return
    this.count++
    if (!this.first || index < this.first.index || (index === this.first.index && place < this.#firstPlace)) {
      this.first = { id, index, field, message }
      this.#firstPlace = place
    }
    if (this.remembered >= MOST_KEPT) return
    this.remembered++
    if (before) before[field] = message
    else this.kept.set(id, { [field]: message })
  }
}
