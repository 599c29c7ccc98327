import { InputNumber } from 'antd'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { figureIn } from '#model/kinds/base/typedNumber.ts'
import type { InputProps } from '../types.ts'
import { shared } from './shared.ts'

/** A number as the kit types one. Decimals of an integer stay as they are typed: the check refuses them, the kit would round. */
export function NumberInput(props: InputProps<FieldOf<'integer' | 'decimal'>>) {
  const { field, value, onChange } = props
  return (
    <InputNumber<string | number>
      {...shared(props)}
      value={value as number | null}
      parser={figureIn}
      placeholder={missing(field)}
      style={{ width: '100%' }}
      {...(field.unit && { suffix: field.unit })}
      onChange={(next) => onChange(next)}
    />
  )
}
