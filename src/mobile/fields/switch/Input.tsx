import { Switch } from 'antd-mobile'
import { isOn, offValue, onValue } from '#model/kinds/switch/values.ts'
import type { InputProps } from '../types.ts'

export function Input({ field, value, onChange, disabled }: InputProps<'switch'>) {
  return (
    <Switch
      aria-label={field.label}
      checked={isOn(field, value)}
      disabled={disabled ?? false}
      onChange={(on) => onChange(on ? onValue(field) : offValue(field))}
    />
  )
}
