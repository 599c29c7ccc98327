import { Cell } from '../Cell.tsx'
import type { InputProps } from '../types.ts'

/** What the server writes is shown, not typed. */
export const Input = ({ field, name, values }: InputProps<'serial'>) => (
  <Cell field={field} name={name} row={values} empty="自动生成" />
)
