import { Ellipsis } from '../base/Ellipsis.tsx'
import type { Shown } from '../types.ts'

export const Cell = ({ field, text, whole, length }: Shown<'json'>) =>
  field.parts && whole ? text : <Ellipsis text={text} length={length} />
