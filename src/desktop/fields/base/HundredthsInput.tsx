import { Input as AntInput } from 'antd'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { asFigure } from '#headless/forms/asFigure.ts'
import type { InputProps } from '../types.ts'
import { shared, textValue } from './shared.ts'

export type HundredthsProps = InputProps<FieldOf<'money' | 'percent'>>

/** Text, not a number: the check must see what was typed, and 0.1 must stay 0.1. */
export function HundredthsInput({
  sign,
  ...props
}: HundredthsProps & { sign: { prefix: string } | { suffix: string } }) {
  const { field, value, onChange } = props
  return (
    <AntInput
      {...shared(props)}
      value={textValue(value)}
      placeholder={missing(field)}
      inputMode="decimal"
      {...sign}
      onChange={(event) => onChange(asFigure(event.target.value))}
    />
  )
}
