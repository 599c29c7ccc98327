import type { InputProps } from '../types.ts'
import { LineInput, type Keyboard } from './LineInput.tsx'

/** A number goes into the record as one; what is no number yet stays as typed, and the check says so. */
const numberIn = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value) && !/\.\d*0$/.test(value) ? Number(value) : value

export const NumberInput = ({ onChange, ...props }: InputProps<'integer' | 'decimal'> & { keyboard: Keyboard }) => (
  <LineInput {...props} after={props.field.unit} onChange={(value) => onChange(numberIn(value))} />
)
