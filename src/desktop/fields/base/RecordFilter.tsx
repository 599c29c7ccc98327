import { References } from '../References.tsx'
import type { FilterProps } from '../types.ts'

/** Any of some records, found as one types. */
export const RecordFilter = ({ field, name, id, filters, onChange }: FilterProps) => (
  <References
    field={field}
    name={name}
    id={id}
    value={filters[name]}
    values={{}}
    multiple
    searchOnly
    onChange={(next) => onChange({ [name]: String(next ?? '') })}
  />
)
