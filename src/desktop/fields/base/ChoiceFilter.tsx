import { Select } from 'antd'
import type { FilterProps } from '../types.ts'
import { severalTags } from './severalTags.tsx'

export const chosenIn = ({ filters, name }: Pick<FilterProps, 'filters' | 'name'>): string[] =>
  (filters[name] ?? '').split(',').filter(Boolean)

/** Any of a few. */
export const ChoiceFilter = ({
  field,
  name,
  id,
  filters,
  options,
  onChange,
}: FilterProps & { options: { value: string; label: string }[] }) => (
  <Select
    id={id}
    mode="multiple"
    {...severalTags}
    maxTagCount="responsive"
    value={chosenIn({ filters, name })}
    options={options}
    placeholder={`请选择${field.label}`}
    allowClear
    showSearch={{ optionFilterProp: 'label' }}
    style={{ width: '100%' }}
    onChange={(next: string[]) => onChange({ [name]: next.join(',') })}
  />
)
