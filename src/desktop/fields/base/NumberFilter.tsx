import { InputNumber } from 'antd'
import type { FilterProps } from '../types.ts'
import { ends } from './ends.ts'

/** From a number to another. */
export function NumberFilter({ field, name, id, filters, onChange }: FilterProps) {
  const [begin, end] = ends(name)
  const set = (key: string) => (next: string | null) => onChange({ [key]: next ?? '' })
  return (
    <div className="filter-range">
      <InputNumber<string>
        id={id}
        stringMode
        value={filters[begin] ?? null}
        placeholder="最小"
        controls={false}
        onChange={set(begin)}
      />
      <span>~</span>
      <InputNumber<string>
        stringMode
        value={filters[end] ?? null}
        placeholder="最大"
        aria-label={`${field.label}最大`}
        controls={false}
        onChange={set(end)}
      />
    </div>
  )
}
