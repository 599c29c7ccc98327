import { Switch } from 'antd'
import type { FieldOf } from '#model/fields.ts'
import { isOn, offValue, onValue } from '#model/kinds/switch/values.ts'
import type { InputProps } from '../types.ts'

export function Input({ id, field, value, disabled, onChange, onBlur }: InputProps<FieldOf<'switch'>>) {
  return (
    <Switch
      id={id}
      checked={isOn(field, value)}
      disabled={Boolean(disabled)}
      checkedChildren={field.onText ?? '是'}
      unCheckedChildren={field.offText ?? '否'}
      onChange={(checked) => {
        onChange(checked ? onValue(field) : offValue(field))
        onBlur?.()
      }}
    />
  )
}
