/** What a row of a sheet becomes while its file is checked, and what the rows of one file know of each other. */
import type { Cell } from '@voltdesk/sheets'
import type { Resource } from '#model/resource.ts'
import type { ImportFault } from '#model/importFaults.ts'
import type { Row } from './hooks.ts'

export type Fault = ImportFault

/** A row of the sheet that holds something. */
export interface SheetRow {
  line: number
  cells: Cell[]
  /** More than `MOST_LEVELS` rows of the file stand above it. */
  tooDeep?: boolean
  /** What checking the file said of it; an import that an older version checked has none. */
  promised?: Promised
}

/** What a row becomes. */
export type Becomes = 'added' | 'changed' | 'same' | 'wrong'

export interface Promised {
  becomes: Becomes
  /** The record it names, as it was then. */
  id?: string
  version?: number
  /** Why it is wrong. */
  faults?: readonly Fault[]
}

export interface Entry {
  line: number
  id: string
  texts: Record<string, string>
  faults: Fault[]
  /** The record it names, when records that exist are brought up to date. */
  before?: Row
  /** What will be written. */
  row: Row
  /** The record is so already. */
  same: boolean
  /** It will be new although a record of its title is there, and nothing in the file tells whether it means that one. */
  twin: boolean
}

export const becomes = ({ faults, same, before }: Entry): Becomes =>
  faults.length ? 'wrong' : same ? 'same' : before ? 'changed' : 'added'

/** What one file has shown so far: its later rows are compared with it. */
export interface FileMemory {
  /** By unique set and key, and by record that is brought up to date: the line that came first. */
  lines: Map<string, number>
  hooks: Map<string, unknown>
  /** Rows that later ones may name as their parents, while none of them is written. */
  peers: Peers
}
export const newMemory = (): FileMemory => ({ lines: new Map(), hooks: new Map(), peers: new Peers() })

/** Rows of the same file, by the ids and the titles their records will have. */
export class Peers {
  private readonly byId = new Map<string, Entry>()
  private readonly byTitle = new Map<string, string[]>()
  add(resource: Resource, entry: Entry): void {
    this.byId.set(entry.id, entry)
    const title = entry.texts[resource.title]
    if (title) this.byTitle.set(title, [...(this.byTitle.get(title) ?? []), entry.id])
  }
  /** What is brought up to date keeps the id it has. */
  isThere(resource: Resource, entry: Entry, id: string): void {
    this.byId.delete(entry.id)
    this.byId.set(id, entry)
    const title = entry.texts[resource.title]
    if (title) this.byTitle.set(title, [...this.idsOf(title).filter((one) => one !== entry.id && one !== id), id])
  }
  withId = (id: unknown): Entry | undefined => this.byId.get(String(id ?? ''))
  idsOf = (title: string): readonly string[] => this.byTitle.get(title) ?? []
}
