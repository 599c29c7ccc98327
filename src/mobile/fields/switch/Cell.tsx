import { isOn } from '#model/kinds/switch/values.ts'
import { TextCell } from '../base/TextCell.tsx'
import { Tone } from '../Tone.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'switch'>) => (
  <Tone color={isOn(props.field, props.row[props.name]) ? 'green' : undefined}>{TextCell(props)}</Tone>
)
