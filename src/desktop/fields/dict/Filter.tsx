import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import type { FieldOf } from '#model/fields.ts'
import { ChoiceFilter } from '../base/ChoiceFilter.tsx'
import type { FilterProps } from '../types.ts'

export function Filter(props: FilterProps<FieldOf<'dict'>>) {
  const items = offeredOf(props.field, useDict(props.field.dict))
  return <ChoiceFilter {...props} options={items.map(({ value, text }) => ({ value, label: text }))} />
}
