import { textOf } from '#headless/records/formats.ts'
import type { CellProps } from '../types.ts'

export const TextCell = ({ field, name, row }: CellProps) => textOf(field, row, name)
export const FigureCell = (props: CellProps) => <span className="vd-number">{TextCell(props)}</span>
