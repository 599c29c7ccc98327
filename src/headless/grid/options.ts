import type { GridColumn, GridRow, Values } from './column.ts'
import type { Place } from './cursor.ts'
import type { Change } from './history.ts'
import type { Linkage, LookSources } from './looks.ts'
import type { GridPermissions } from './permissions.ts'
import type { Judgement } from './problems.ts'
import type { DisabledRows, SelectionKind } from './selection.ts'

export type Said = 'success' | 'info' | 'warning' | 'error'

export interface GridOptions {
  columns: readonly GridColumn[]
  /** Name under which the add settings are kept; without one they last until the page goes. */
  name?: string
  readOnly?: boolean
  selection?: SelectionKind
  disabledRows?: DisabledRows
  /** Rows can be dragged; the order field is renumbered from 1. */
  dragSort?: boolean
  /** Name of the order field when no column is one: `orderNum`. */
  dragSortKey?: string
  linkages?: readonly Linkage[]
  sources?: LookSources
  permissions?: GridPermissions
  /** Rows there may be. */
  most?: number
  /** What a new row starts with besides the defaults of the columns. */
  newValues?(): Values
  /** Rejects to keep the rows; its message is shown. */
  beforeRemove?(rows: readonly GridRow[]): Promise<void> | void
  /** Tells the person something. */
  say?(kind: Said, text: string): void
  /** After each change by this person, not for what comes from others. */
  onChange?(changes: readonly Change[]): void
  /** ms, for tests. */
  now?(): number
}

/** What one row is to be given. */
export interface Patch {
  id: string
  values: Values
}

/** How far a paste or a filling has come. */
export interface Progress {
  done: number
  total: number
  verb: '粘贴' | '填充'
}

/** What is being typed and is not in the row yet. */
export interface Draft extends Place {
  value: unknown
}

export interface Sorted {
  field: string
  /** From the last to the first. */
  down: boolean
}

/** Bulk reading found cells that fail. */
export class GridInvalid extends Error {
  constructor(readonly judgement: Judgement) {
    super(judgement.first ? `第${judgement.first.index + 1}行：${judgement.first.message}` : '校验未通过')
  }
}
