import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Task } from '#model/tasks.ts'
import type { Problems, Resource, Wire } from '#model/resource.ts'
import type { Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Services } from '../kernel/services.ts'

/** A record in wire form: money as '12.00', times as local text. */
export type Row = Record<string, unknown>

/** Long work that a write has begun: what whoever asked for the write is told about it. */
export interface Begun {
  said: string
  task: Task
}

export interface Change<W extends Row = Row> {
  tx: Tx
  caller: Caller
  services: Services
  mode: 'add' | 'edit' | 'import'
  before?: W
  /** What will be written; server-owned values may be set on it. */
  after: W
  extras: Record<string, unknown>
  /** Where hooks say what they have begun; nobody listens where it is absent. */
  begun?: Begun[]
  /** With those that are checked or written in one go; by itself otherwise. */
  batch?: Batch
  /** While a file is checked: the row above in the same file that will have this id. */
  peer?: (id: string) => W | undefined
  /** While a file is checked: where the row stands, and what hooks remember from row to row, under their own names. */
  file?: { line: number; memory: Map<string, unknown> }
}

/** What rules must know of rows: asked once for all of them, answered for each. */
export type Question<T, W extends Row = Row> = (
  tx: Tx,
  changes: readonly Change<W>[],
) => Promise<(change: Change<W>) => T>

/** Changes that go one way together, and what has been found out about them. */
export class Batch {
  private readonly answers = new Map<Question<unknown>, ReturnType<Question<unknown>>>()
  private readonly changes: ReadonlySet<Change>
  constructor(changes: readonly Change[]) {
    this.changes = new Set(changes)
  }
  /** A copy of a change is about another record. */
  has = (change: Change): boolean => this.changes.has(change)
  async ask<T>(change: Change, question: Question<T>): Promise<T> {
    const known = this.answers.get(question) ?? question(change.tx, [...this.changes])
    this.answers.set(question, known)
    return ((await known) as (change: Change) => T)(change)
  }
}

/** One question to the database for a whole batch, however many rows ask it. */
export function ask<T, W extends Row = Row>(change: Change<W>, question: Question<T, W>): Promise<T> {
  const batch = change.batch?.has(change) ? change.batch : batchOf([change])
  // A batch holds the changes of one resource: those of the question.
  return batch.ask(change, question as Question<T>)
}

/** The same changes, which know of each other. */
export function together(changes: readonly Change[]): readonly Change[] {
  batchOf(changes)
  return changes
}

function batchOf(changes: readonly Change[]): Batch {
  const batch = new Batch(changes)
  for (const change of changes) change.batch = batch
  return batch
}

/** What a definition cannot say about one resource's writes and lists. */
export interface SaveHook<W extends Row = Row> {
  resource: string
  /** Extra body keys of add and edit that are not fields. */
  extras?: z.ZodRawShape
  /** The body of a client of another generation in the names of the definition, before anything is checked; `before`: of an edit. */
  ownNames?(body: Row, before?: Row): Row
  /** Takes what must be locked before the record itself, so that everybody locks in one order. */
  locksFirst?(tx: Tx): Promise<void>
  /** Reads only: problems by field, in Chinese; none when all is well. Every row of an import is asked before any is written. */
  check?(change: Change<W>): Promise<Problems | void>
  /** Writes what must be there first and sets server-owned values; may still report problems. */
  beforeSave?(change: Change<W>): Promise<Problems | void>
  afterSave?(change: Change<W>): Promise<void>
  /**
   * Many new records may be written in one statement: `check` and `beforeSave` look at their own row and at what `ask`
   * tells, write nothing else, and there is no `afterSave`.
   */
  inBulk?: true
  /** Instead of `afterSave`: once for all that were written together. */
  afterAll?(changes: readonly Change<W>[]): Promise<void>
  /** Throws to refuse. */
  beforeDelete?(change: { tx: Tx; caller: Caller; services: Services; row: W }): Promise<void>
  /** Adds to rows of lists, pages and exports what is computed, and `{field}_dictText` where the definition knows no words. */
  words?(rows: (W & Row)[], context: { services: Services; caller: Caller }): Promise<void>
  /** Adds keys to the rows of a page or a single record. */
  decorate?(rows: (W & Row)[], context: { services: Services; caller: Caller }): Promise<void>
  /** Names of the keys `decorate` adds, or of read-only fields that trees work out anew: a client that sends them back changes nothing. */
  adds?: readonly string[]
  /** Adds what only the record's own page shows. The words of the row are there, and nothing is masked yet. */
  detail?(row: W & Row, context: { services: Services; caller: Caller }): Promise<void>
  /** Actions this person may not take on this record although permission and state allow them: the reason, or undefined. */
  forbids?(row: W & Row, caller: Caller, action: string): string | undefined
  /** Which records would refuse this action as things stand, although nothing forbids it: asked before many are acted on. */
  hinders?(
    rows: readonly (W & Row)[],
    context: { services: Services; caller: Caller },
    action: string,
  ): Promise<ReadonlyMap<Row, string>>
  /** Rows that selects offer also to whoever may not list them. */
  offers?(caller: Caller): SQL
  /** List parameters that are not fields: name → condition. */
  filters?: Record<string, (value: string, caller: Caller) => SQL | undefined>
}

/** Binds rules to a definition: a field it has not does not compile. */
export const hookOf = <R extends Resource>(resource: R, hook: Omit<SaveHook<Wire<R>>, 'resource'>): SaveHook => ({
  resource: resource.name,
  ...hook,
})

/** Sets values that the server owns, of fields there are. */
export const put = <W extends Row>(row: W, values: Partial<NoInfer<W>>): W => Object.assign(row, values)

const byResource = new Map<string, SaveHook[]>()
let installed = false

/** Called once at start with every hook there is. */
export function installRules(hooks: readonly SaveHook[]): void {
  byResource.clear()
  installed = true
  for (const hook of hooks) byResource.set(hook.resource, [...(byResource.get(hook.resource) ?? []), hook])
}

/** Of resources that are made while the server runs: each object has its own. */
const ofMade = new WeakMap<Pick<Resource, 'name'>, readonly SaveHook[]>()

export const giveRules = (resource: Resource, hook: Omit<SaveHook, 'resource'>): unknown =>
  ofMade.set(resource, [{ resource: resource.name, ...hook }])

/** Throws where what is made of a resource's rules is made before they are there: it would lack them without a word. */
export function needRules(): void {
  if (!installed) throw new Error('the rules are not installed yet: make this when the routes are asked for')
}

export const hooksOf = (resource: Pick<Resource, 'name'>): readonly SaveHook[] =>
  ofMade.get(resource) ?? byResource.get(resource.name) ?? []
