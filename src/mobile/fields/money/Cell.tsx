import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'money'>) => (
  <span className="vd-number">{TextCell(props).replace(/^[+-]?/, '$&¥')}</span>
)
