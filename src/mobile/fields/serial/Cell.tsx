import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'serial'>) => <span className="vd-serial">{TextCell(props)}</span>
