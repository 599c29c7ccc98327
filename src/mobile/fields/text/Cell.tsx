import { RecordCell } from '../base/RecordCell.tsx'
import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'text'>) => (props.field.names ? <RecordCell {...props} /> : TextCell(props))
