import type { Column } from '#headless/grid/column.ts'
import type { GridStore } from '#headless/grid/store.ts'
import type { Widths } from '#headless/grid/widths.ts'

/** px, from the specification. */
export const ROW_HEIGHT = 61
export const HEAD_HEIGHT = 44
export const STATISTIC_HEIGHT = 32
export const MAX_HEIGHT = 400
export const MOST_LINES = 9
const SEQUENCE_WIDTH = 60
const SELECT_WIDTH = 40
const SELECT_WIDTH_WITH_STATISTICS = 60
/** Room a horizontal scroll bar may take. */
const SCROLL_BAR = 12

export interface Layout {
  /** grid-template-columns of every row */
  template: string
  width: number
  selectWidth: number
  /** Columns before the first data column. */
  lead: number
  statistics: readonly ('sum' | 'average')[]
  /** px from the left of the box where each column that stays there stands; the first columns. */
  stuck: readonly number[]
  /** px of all that stays at the left. */
  stuckWidth: number
}

/** Columns that stay at the left leave the others at least this part of the box. */
const MOST_STUCK = 0.7

export const SEQUENCE = SEQUENCE_WIDTH

/** `frozen`: how many columns a person keeps at the left; as many of them as fit into `room` (px) stay there. */
export function layoutOf(
  columns: readonly Column[],
  selects: boolean,
  own?: Widths,
  { frozen, room }: { frozen: number; room: number } = { frozen: 0, room: Infinity },
): Layout {
  const statistics = (['sum', 'average'] as const).filter((one) =>
    columns.some((column) => column.statistics.includes(one)),
  )
  const selectWidth = selects ? (statistics.length ? SELECT_WIDTH_WITH_STATISTICS : SELECT_WIDTH) : 0
  const widths = columns.map((column) => own?.of(column) ?? column.width)
  const stuck: number[] = []
  let stuckWidth = SEQUENCE_WIDTH + selectWidth
  while (stuck.length < frozen && stuckWidth + widths[stuck.length]! <= room * MOST_STUCK) {
    const left = stuckWidth
    stuckWidth += widths[stuck.length]!
    stuck.push(left)
  }
  return {
    // Wider than the sum, the columns that nobody made wider share what is left by their widths.
    template: [
      `${SEQUENCE_WIDTH}px`,
      ...(selects ? [`${selectWidth}px`] : []),
      ...columns.map((column, at) =>
        own?.of(column) === undefined && at >= stuck.length
          ? `minmax(${widths[at]!}px, ${widths[at]!}fr)`
          : `${widths[at]!}px`,
      ),
    ].join(' '),
    width: widths.reduce((sum, width) => sum + width, SEQUENCE_WIDTH + selectWidth),
    selectWidth,
    lead: selects ? 2 : 1,
    statistics,
    stuck,
    stuckWidth,
  }
}

/** How a cell of the column with this number stands when it stays at the left. */
export function stuckAt({ stuck }: Layout, place: number): { className: string; style?: { left: number } } {
  const left = stuck[place]
  if (left === undefined) return NOT_STUCK
  return { className: place === stuck.length - 1 ? ' grid-stuck grid-stuck-last' : ' grid-stuck', style: { left } }
}
const NOT_STUCK = { className: '' }

export interface Height {
  /** Of the box that scrolls. */
  box: number
  /** Of the rows one can see. */
  lines: number
}

export function heightOf(store: GridStore, { statistics }: Layout, maxHeight: number): Height {
  const around = HEAD_HEIGHT + statistics.length * STATISTIC_HEIGHT + SCROLL_BAR
  const lines = Math.max(Math.min(store.visible.count, MOST_LINES), 1) * ROW_HEIGHT
  const box = Math.min(lines + around, Math.max(maxHeight, HEAD_HEIGHT + ROW_HEIGHT))
  return { box, lines: box - around + SCROLL_BAR }
}

/** px below an element from which on what opens has room there. */
export const ROOM_BELOW = 350

export interface Spot {
  left: number
  top?: number
  bottom?: number
}

/** Where something of this width opens beside an element: below when more than 350 px remain there, else above. */
export function spotBeside(of: Pick<DOMRect, 'left' | 'top' | 'bottom'>, width: number): Spot {
  const { innerWidth, innerHeight } = window
  const left = Math.max(Math.min(of.left, innerWidth - width - 8), 8)
  return innerHeight - of.bottom > ROOM_BELOW ? { left, top: of.bottom } : { left, bottom: innerHeight - of.top }
}
