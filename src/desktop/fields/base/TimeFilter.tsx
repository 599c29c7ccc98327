import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FilterProps } from '../types.ts'
import { ends } from './ends.ts'

const DateRange = lazy(() => importWithTimeout(import('../DateRange.tsx')))

/** From a day to another. */
export function TimeFilter({ field, name, id, filters, onChange }: FilterProps) {
  const [begin, end] = ends(name)
  return (
    <DateRange
      id={id}
      label={field.label}
      value={[filters[begin], filters[end]]}
      onChange={([from, to]) => onChange({ [begin]: from ?? '', [end]: to ?? '' })}
    />
  )
}
