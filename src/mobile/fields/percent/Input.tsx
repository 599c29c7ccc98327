import { FigureInput } from '../base/NumberInput.tsx'
import type { InputProps } from '../types.ts'

export const Input = (props: InputProps<'percent'>) => <FigureInput {...props} after="%" />
