import { InputNumber } from 'antd'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from '../types.ts'
import { shared } from './shared.ts'

/** A number as the kit types one; integers have no decimals. */
export function NumberInput(props: InputProps<FieldOf<'integer' | 'decimal'>>) {
  const { field, value, onChange } = props
  return (
    <InputNumber
      {...shared(props)}
      value={value as number | null}
      placeholder={missing(field)}
      {...(field.kind === 'integer' && { precision: 0 })}
      style={{ width: '100%' }}
      {...(field.unit && { suffix: field.unit })}
      onChange={(next) => onChange(next)}
    />
  )
}
