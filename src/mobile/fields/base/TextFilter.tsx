import { Input } from 'antd-mobile'
import type { FilterProps } from '../types.ts'

/** A part of the text. */
export const TextFilter = ({ field, name, filters, placeholder, set }: FilterProps) => (
  <Input
    className="vd-box"
    value={filters[name] ?? ''}
    onChange={(value) => set({ [name]: value })}
    placeholder={placeholder ?? `输入${field.label}`}
    aria-label={field.label}
    clearable
  />
)
