import { Input as AntInput } from 'antd'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { tagged } from '#model/tags.ts'
import { shared, textValue } from '../base/shared.ts'
import type { InputProps } from '../types.ts'

export function Input(props: InputProps<FieldOf<'tags'>>) {
  const { field, value, onChange } = props
  return (
    <AntInput
      {...shared(props)}
      value={textValue(value)}
      placeholder={missing(field)}
      allowClear
      onChange={({ target, nativeEvent }) =>
        // While a word is being composed its letters are not its characters.
        onChange((nativeEvent as InputEvent).isComposing ? target.value : tagged(target.value))
      }
      onCompositionEnd={({ currentTarget }) => onChange(tagged(currentTarget.value))}
    />
  )
}
