import type { InputProps } from '../types.ts'

/** What every input of the kit takes the same way. */
export const shared = ({
  id,
  disabled,
  invalid,
  onBlur,
}: Pick<InputProps, 'id' | 'disabled' | 'invalid' | 'onBlur'>) => ({
  id,
  disabled: Boolean(disabled),
  ...(invalid && { status: 'error' as const }),
  ...(onBlur && { onBlur }),
})

export const textValue = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
