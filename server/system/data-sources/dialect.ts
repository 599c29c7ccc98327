/** What a kind of database is to the product: how it is reached, tried, asked, and how SQL for it is judged. One object each. */
import type { reportColumnTypes } from '#resources/system/onlineReport.ts'

export interface Place {
  host: string
  port: number
  database: string
  /** Undefined: without TLS. */
  verify: boolean | undefined
}

export interface Target extends Place {
  /** Where to connect; `host` is only what a certificate is compared with. */
  address: string
  username: string
  password: string
  /** Every statement ends here. */
  limitMs: number
  /** Moments are told as local text of it. */
  timeZone: string
}

type Types = typeof reportColumnTypes
export interface Column {
  name: string
  type: Types[Exclude<keyof Types, symbol>]
  /** How it is selected by whoever asks for rows: whatever may be long is cut before it leaves the database. */
  selected: string
}

export interface Answer {
  rows: Record<string, unknown>[]
  columns: readonly Column[]
}

export interface Statement {
  text: string
  values: readonly unknown[]
}

export interface Connection {
  /** Values are bound by the server, never written into the text. */
  ask(statement: Statement): Promise<Answer>
  /** Our own words, in which nothing is bound. */
  say(text: string): Promise<Answer>
  close(): void
}

export interface Ordered {
  by: string | number
  descending: boolean
}

/** A statement that may be asked, as its dialect judged it. */
export interface ReadSql {
  /** The statement around its parameters: one piece more than there are places. */
  pieces: readonly string[]
  /** Names of the parameters, place by place. */
  places: readonly string[]
  /** The same, each once. */
  params: readonly string[]
  /** Tables that are named without a schema. */
  names: readonly string[]
  /** With one: `schema.table`. */
  qualified: readonly string[]
  /** Names that the statement gives to parts of itself (`with x as …`). */
  own: ReadonlySet<string>
  /**
   * By which columns of its answer (names, or positions from 1) it is ordered; '' for what is no column. Said again
   * around it: some databases forget the order of what stands in brackets, and none keeps what is alike in one.
   */
  order: readonly Ordered[]
}

/** What is put around a report, in the words of its database. */
export interface Words {
  quoted(name: string): string
  asText(expression: string): string
  asNumber(expression: string): string
  asMoment(expression: string): string
  /** Whatever the case. */
  contains(text: string, pattern: string): string
  /** What is null stands last. */
  inOrder(column: string, direction: 'asc' | 'desc'): string
  /** Exact where the column is, as text. */
  summed(column: string): string
  counted: string
  /** So many columns may stand behind the order of a statement: some databases sort by all of them, in little memory. */
  mostBehindOrder: number
}

export interface Dialect {
  name: string
  /** What an address begins with, behind `jdbc:`. */
  schemes: readonly string[]
  /** When an address names none. */
  port: number
  /** Databases in which a server of this kind keeps its own records: no data source is one of them. */
  closed: readonly string[]
  /** Of JDBC, for clients of the contract. */
  driver: string
  /** What the parameters of an address say of TLS: undefined is without, true wants a certificate that proves the host. */
  verify(parameters: URLSearchParams): boolean | undefined
  /** Throws what the driver throws; `whyNot` has the words for it. */
  connect(target: Target): Promise<Connection>
  /** Why no connection came about; undefined: the network's reasons are looked at. */
  whyNot(error: unknown): string | undefined
  /** What it speaks to, and whether its account may do more than read. */
  tried(connection: Connection): Promise<{ version: string; writes: boolean }>

  /** Throws a sentence for whatever a report may not say, or when it is no SQL at all. */
  readSql(sql: string): Promise<ReadSql>
  /** Throws a sentence for tables that are not of the database the source names. */
  refuseForeign(sql: ReadSql, database: string): void
  /** The statement and its values as this database takes them, behind those that `before` stand already. */
  bound(sql: ReadSql, params: Readonly<Record<string, string | null>>, before: number): Statement
  /** The place of a value, which is the n-th. */
  place(at: number): string
  words: Words
  /** Begins a transaction that can only read, each of its statements at most so long. */
  begin(connection: Connection, limitMs: number): Promise<void>
  /** How many rows the planner expects to handle at once. */
  expectedRows(connection: Connection, statement: Statement): Promise<number>
  /** What the database says of a statement, as a sentence; anything unknown is given back. */
  named(error: unknown, limitMs: number): unknown
}

/** The statement is wrong, or what it was given does not fit. Only whoever may write reports hears the words. */
export class SqlMistake extends Error {
  /** What was given does not fit: the statement may be right. */
  readonly isOfValue: boolean
  constructor(message: string, isOfValue = false) {
    super(message)
    this.isOfValue = isOfValue
  }
}

export const overLimit = (limitMs: number): string => `查询超过 ${limitMs / 1000} 秒，已停止，请缩小范围或改写 SQL`
