import { Input as AntInput } from 'antd'
import type { FilterProps } from '../types.ts'

/** A part of the text. */
export const TextFilter = ({ field, name, id, filters, onChange }: FilterProps) => (
  <AntInput
    id={id}
    value={filters[name] ?? ''}
    placeholder={`请输入${field.label}`}
    allowClear
    onChange={({ target }) => onChange({ [name]: target.value })}
  />
)
