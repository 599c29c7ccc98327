import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'longText'>) => <span className="vd-multiline">{TextCell(props)}</span>
