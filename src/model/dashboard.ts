/** What `GET /rental/figures/{dashboard}` answers. */
import type { FigureFilters } from './figures.ts'

/** One counted number and the list that holds it. */
export interface CountedFigure {
  /** 元 with two decimals where money is added up, a whole number otherwise. */
  amount: string
  /** How many records that are. */
  count: number
  filters: FigureFilters
}

export interface CountedPart extends CountedFigure {
  /** A value of the field; empty for records that have none. */
  value: string
  /** The server's words for it. */
  text?: string
}

interface Answer {
  resource: string
  figure: string
}

export type PanelAnswer =
  | (Answer & {
      kind: 'tile'
      now: CountedFigure
      /** The same hours of the day before, and of the same day a week before; absent for what has no time. */
      before?: { day: CountedFigure; week: CountedFigure }
      /** Since when the one waits that waits longest. */
      oldest?: string
    })
  | (Answer & { kind: 'trend'; days: readonly (CountedFigure & { day: string })[] })
  | (Answer & {
      kind: 'parts'
      by: string
      days?: number
      parts: readonly CountedPart[]
      others?: Omit<CountedFigure, 'filters'>
    })
  /** It could not be counted for this reader; the others could. */
  | (Answer & { kind: 'failed'; of: 'tile' | 'trend' | 'parts'; by?: string; days?: number; message: string })

export interface DashboardAnswer {
  /** When it was counted, local text. */
  at: string
  /** Without those whose lists this reader may not see. */
  panels: readonly PanelAnswer[]
}
