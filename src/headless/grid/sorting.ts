import { isEmptyCell } from './cellTypes.ts'
import type { Column, GridRow } from './column.ts'

/** As the column says; otherwise numbers as numbers, texts as they are read, and what is empty last in both directions. */
export const comparing = ({ sorter, field }: Column, down: boolean): ((a: GridRow, b: GridRow) => number) => {
  const sign = down ? -1 : 1
  if (typeof sorter === 'function') return (a, b) => sign * (sorter as (a: GridRow, b: GridRow) => number)(a, b)
  return (a, b) => {
    const [one, other] = [a[field], b[field]]
    if (isEmptyCell(one) || isEmptyCell(other)) return Number(isEmptyCell(one)) - Number(isEmptyCell(other))
    return sign * (Number(one) - Number(other) || String(one).localeCompare(String(other), 'zh-CN'))
  }
}
