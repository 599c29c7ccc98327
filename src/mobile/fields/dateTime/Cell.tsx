import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'dateTime'>) => TextCell(props).slice(0, 'YYYY-MM-DD HH:mm'.length)
