import { Input as AntInput } from 'antd'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { shared, textValue } from '../base/shared.ts'
import type { InputProps } from '../types.ts'

export function Input(props: InputProps<FieldOf<'longText'>>) {
  const { field, value, onChange } = props
  return (
    <AntInput.TextArea
      {...shared(props)}
      value={textValue(value)}
      placeholder={missing(field)}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
