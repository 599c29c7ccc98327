import { NumberInput } from '../base/NumberInput.tsx'
import type { InputProps } from '../types.ts'

export const Input = (props: InputProps<'decimal'>) => <NumberInput {...props} keyboard="decimal" />
