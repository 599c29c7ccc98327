import { tagged } from '#model/tags.ts'
import { LineInput } from '../base/LineInput.tsx'
import type { InputProps } from '../types.ts'

export const Input = (props: InputProps<'tags'>) => (
  <LineInput {...props} onChange={(value) => props.onChange(value === null ? null : tagged(String(value)))} />
)
