import { offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { Chips } from '../base/Chips.tsx'
import { several } from '../base/several.ts'
import type { FilterProps } from '../types.ts'

export function Filter({ field, name, filters, set }: FilterProps<'switch'>) {
  const options = [onValue(field), offValue(field)].map((value) => ({
    value: String(value),
    text: switchText(field, value),
  }))
  return (
    <Chips
      label={field.label}
      options={options}
      chosen={several(filters[name])}
      onChange={(values) => set({ [name]: values.at(-1) ?? '' })}
    />
  )
}
