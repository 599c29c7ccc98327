import { NumberInput } from '../base/NumberInput.tsx'
import type { InputProps } from '../types.ts'

export const Input = (props: InputProps<'integer'>) => <NumberInput {...props} keyboard="numeric" />
