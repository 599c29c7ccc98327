import type { Figure } from './figure.ts'

/** Columns in a terminal. */
const padded = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - text.length))
const answer = ({ reached }: Figure) => (reached === undefined ? '' : reached ? 'yes' : 'NO')

export function report(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'target', 'reached'],
    ...figures.map((figure) => [figure.name, figure.measured, figure.target, answer(figure)]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '))
  return lines.join('\n')
}
