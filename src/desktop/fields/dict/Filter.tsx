import { useFilterItems } from '#headless/lists/filterItems.ts'
import type { FieldOf } from '#model/fields.ts'
import { ChoiceFilter, chosenIn } from '../base/ChoiceFilter.tsx'
import type { FilterProps } from '../types.ts'

export function Filter(props: FilterProps<FieldOf<'dict'>>) {
  const items = useFilterItems(props.field, chosenIn(props))
  return <ChoiceFilter {...props} options={items.map(({ value, text }) => ({ value, label: text }))} />
}
