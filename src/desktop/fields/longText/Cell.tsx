import { Ellipsis } from '../base/Ellipsis.tsx'
import type { Shown } from '../types.ts'

const AS_TYPED = { whiteSpace: 'pre-line' } as const

/** All of it with its lines on the page of the record; a table shows how it begins. */
export const Cell = ({ text, whole, length }: Pick<Shown, 'text' | 'whole' | 'length'>) =>
  whole ? <span style={AS_TYPED}>{text}</span> : <Ellipsis text={text} length={length} />
