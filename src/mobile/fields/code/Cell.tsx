import type { CellProps } from '../types.ts'

export const Cell = ({ name, row }: CellProps<'code'>) => <pre className="vd-code">{String(row[name])}</pre>
