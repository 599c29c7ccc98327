import { useFilterItems } from '#headless/lists/filterItems.ts'
import { Chips } from '../base/Chips.tsx'
import { several } from '../base/several.ts'
import type { FilterProps } from '../types.ts'

export function Filter({ field, name, filters, set }: FilterProps<'dict'>) {
  const chosen = several(filters[name])
  const items = useFilterItems(field, chosen)
  return (
    <Chips
      label={field.label}
      options={items}
      chosen={chosen}
      onChange={(values) => set({ [name]: values.join(',') })}
    />
  )
}
