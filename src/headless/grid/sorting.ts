import { isEmptyCell } from './cellTypes.ts'
import type { Column, GridRow } from './column.ts'

/** As the column says; otherwise numbers as numbers, texts as they are read, and nothing last. */
export const comparing = ({ sorter, field }: Column): ((a: GridRow, b: GridRow) => number) => {
  if (typeof sorter === 'function') return sorter as (a: GridRow, b: GridRow) => number
  return (a, b) => {
    const [one, other] = [a[field], b[field]]
    if (isEmptyCell(one) || isEmptyCell(other)) return Number(isEmptyCell(one)) - Number(isEmptyCell(other))
    return Number(one) - Number(other) || String(one).localeCompare(String(other), 'zh-CN')
  }
}
