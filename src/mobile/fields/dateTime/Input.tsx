import { TimeInput } from '../base/TimeInput.tsx'
import type { InputProps } from '../types.ts'

export const Input = (props: InputProps<'dateTime'>) => <TimeInput {...props} precise />
