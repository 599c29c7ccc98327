import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import { Chips } from '../base/Chips.tsx'
import { several } from '../base/several.ts'
import type { FilterProps } from '../types.ts'

export function Filter({ field, name, filters, set }: FilterProps<'dict'>) {
  const items = offeredOf(field, useDict(field.dict))
  return (
    <Chips
      label={field.label}
      options={items}
      chosen={several(filters[name])}
      onChange={(values) => set({ [name]: values.join(',') })}
    />
  )
}
