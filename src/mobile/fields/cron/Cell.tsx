import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

export const Cell = (props: CellProps<'cron'>) => (
  <>
    <code>{String(props.row[props.name])}</code>
    {TextCell(props) !== props.row[props.name] && <small className="vd-weak"> {TextCell(props)}</small>}
  </>
)
