import type { Column, GridRow, Statistic } from './column.ts'

export const STATISTIC_LABELS: { readonly [S in Statistic]: string } = { sum: '合计', average: '平均' }

const MOST_DECIMALS = 8

/** Whole units of a power of ten: what is added and taken away again must leave exactly what was there. */
interface Total {
  units: number
  decimals: number
  count: number
}

/** As it is written: money travels as text with two. */
function decimalsOf(value: unknown): number {
  const text = String(value).trim()
  if (/e-\d+$/i.test(text)) return MOST_DECIMALS
  const point = text.indexOf('.')
  return point < 0 ? 0 : Math.min(text.length - 1 - point, MOST_DECIMALS)
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function total(rows: readonly GridRow[], field: string): Total {
  const sum: Total = { units: 0, decimals: 0, count: 0 }
  for (const row of rows) add(sum, row[field], 1)
  return sum
}

function add(sum: Total, value: unknown, times: 1 | -1): void {
  const number = numberOf(value)
  if (number === undefined) return
  const decimals = typeof value === 'number' && Number.isInteger(value) ? 0 : decimalsOf(value)
  if (decimals > sum.decimals) {
    sum.units = Math.round(sum.units * 10 ** (decimals - sum.decimals))
    sum.decimals = decimals
  }
  sum.units += times * Math.round(number * 10 ** sum.decimals)
  sum.count += times
}

const AVERAGE_DECIMALS = 2

/** What stands below a column. Computed when first looked at, then kept up with every change. */
export class Statistics {
  readonly #totals = new Map<string, Total>()
  readonly #rows: () => readonly GridRow[]

  constructor(rows: () => readonly GridRow[]) {
    this.#rows = rows
  }

  #of(field: string): Total {
    let found = this.#totals.get(field)
    if (!found) this.#totals.set(field, (found = total(this.#rows(), field)))
    return found
  }

  changed(field: string, before: unknown, after: unknown): void {
    const sum = this.#totals.get(field)
    if (!sum) return
    add(sum, before, -1)
    add(sum, after, 1)
  }
  /** Rows came or went. */
  forget(): void {
    this.#totals.clear()
  }

  /** The sum, or the average of the cells that hold a number; empty when none does. */
  text({ field, decimals: kept = 0 }: Pick<Column, 'field' | 'decimals'>, statistic: Statistic): string {
    const { units, decimals, count } = this.#of(field)
    if (!count) return ''
    const sum = units / 10 ** decimals
    // As money is written in the cells above: 21.00 beside 25.00.
    const written = Math.max(decimals, kept)
    if (statistic === 'sum') return sum.toFixed(written)
    const average = (sum / count).toFixed(Math.max(written, AVERAGE_DECIMALS))
    return kept ? average : String(Number(average))
  }
}
