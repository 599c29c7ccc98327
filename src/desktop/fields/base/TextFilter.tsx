// Not the table of contents, which brings every kind of input along.
import AntInput from 'antd/es/input/Input'
import type { FilterProps } from '../types.ts'

/** A part of the text. */
export const TextFilter = ({ field, name, id, filters, placeholder, onChange }: FilterProps) => (
  <AntInput
    id={id}
    value={filters[name] ?? ''}
    placeholder={placeholder ?? `请输入${field.label}`}
    allowClear
    onChange={({ target }) => onChange({ [name]: target.value })}
  />
)
