import type { FieldOf } from '#model/fields.ts'
import { offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { ChoiceFilter } from '../base/ChoiceFilter.tsx'
import type { FilterProps } from '../types.ts'

export const Filter = (props: FilterProps<FieldOf<'switch'>>) => (
  <ChoiceFilter
    {...props}
    options={[onValue(props.field), offValue(props.field)].map((value) => ({
      value: String(value),
      label: switchText(props.field, value),
    }))}
  />
)
