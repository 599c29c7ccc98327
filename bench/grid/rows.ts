/** The same rows and rules for every grid that is measured. */

export type BenchRow = { id: string } & Record<string, string | number>

export const FIELDS = Array.from({ length: 12 }, (_, at) => `c${at}`)
export const WIDTH = 1200
export const HEIGHT = 400
export const ROW_HEIGHT = 61

/** Texts in two of three columns, numbers in the third; all of them fit the rules. */
export const benchRows = (count: number): BenchRow[] =>
  Array.from({ length: count }, (_, index) => {
    const row: BenchRow = { id: `r${index}` }
    FIELDS.forEach((field, at) => (row[field] = at % 3 === 2 ? (index * 7 + at) % 1000 : `行${index}列${at}`))
    return row
  })

export const isNumber = (at: number): boolean => at % 3 === 2
/** Required everywhere, an integer where numbers stand. */
export const fits = (value: unknown, at: number): boolean =>
  value !== null && value !== undefined && value !== '' && (!isNumber(at) || /^-?\d+$/.test(String(value)))
