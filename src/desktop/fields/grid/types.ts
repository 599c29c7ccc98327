import type { ReactNode } from 'react'
import type { Column, GridRow } from '#headless/grid/column.ts'
import type { EditorSources } from '#headless/grid/sources.ts'
import type { GridStore } from '#headless/grid/store.ts'
import type { Layout } from './measures.ts'

export interface SlotCell {
  store: GridStore
  row: GridRow
  column: Column
  value: unknown
}

/** Rows below a row, opened beside it and in a dialog. */
export interface SubTable {
  /** Asked up to three times before it is given up. */
  load(row: GridRow): Promise<unknown>
  draw(row: GridRow, loaded: unknown): ReactNode
}

/** What every part of one grid draws with. Stays the same object while the grid stands. */
export interface View {
  store: GridStore
  sources: EditorSources
  slots: Readonly<Record<string, (cell: SlotCell) => ReactNode>>
  layout: Layout
  subTable: SubTable | undefined
  /** Prefix of the ids of elements. */
  id: string
  /** Back to where keys are heard. */
  focus(): void
  /** px; as it was made when not said. */
  setWidth(column: Column, px?: number): void
  /** Opens what a column can be filtered by and kept at the left with. */
  openColumn(column: Column, at: HTMLElement): void
  /** Opens what looks for a text in all cells. */
  find(): void
  openMenu(rowId: string, at: HTMLElement): void
  openSubTable(rowId: string, at: HTMLElement): void
  startDrag(rowId: string, event: React.PointerEvent): void
}

export interface EditorProps {
  view: View
  row: GridRow
  column: Column
  /** The editor is done: the cell shows its value again. */
  close(): void
}

export const cellId = (view: Pick<View, 'id'>, rowId: string, field: string) => `${view.id}-${rowId}-${field}`
