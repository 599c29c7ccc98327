import { useId } from 'react'
import type { Filters } from '#headless/lists/listQuery.ts'
import type { Field } from '#model/fields.ts'
import { Filter } from './Filter.tsx'

interface Props {
  field: Field
  name: string
  filters: Filters
  onChange: (change: Filters) => void
  /** Of a text, what holds while nothing is typed. */
  placeholder?: string | undefined
  /** Otherwise there is only room for what one types. */
  inFull?: boolean
}

/** One question of a search, with its label. */
export function FilterLine({ inFull = true, ...props }: Props) {
  const id = useId()
  const { field } = props
  return (
    <div className={field.kind.startsWith('date') ? 'filter filter-wide' : 'filter'}>
      <label htmlFor={id} title={field.label}>
        {field.label}
      </label>
      {inFull && <Filter {...props} id={id} />}
    </div>
  )
}
