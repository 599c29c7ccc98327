import { LineInput } from '../base/LineInput.tsx'
import type { InputProps } from '../types.ts'

export const Input = (props: InputProps<'money'>) => <LineInput {...props} keyboard="decimal" before="¥" />
