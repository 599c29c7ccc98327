import { isMultiple } from '#model/query.ts'
import { References } from '../References.tsx'
import type { InputProps } from '../types.ts'

/** One record, or several where the field holds several. */
export const RecordInput = (props: InputProps) => <References {...props} multiple={isMultiple(props.field)} />
