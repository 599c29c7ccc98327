import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { askedOf } from '#model/asked.ts'
import type { FilterProps } from '../types.ts'
import { ends } from './ends.ts'

const NumberRange = lazy(() => importWithTimeout(import('../NumberRange.tsx')))

/** From a number to another. */
export function NumberFilter({ field, name, id, filters, onChange }: FilterProps) {
  const [begin, end] = ends(name)
  return (
    <NumberRange
      id={id}
      label={field.label}
      value={[filters[begin], filters[end]]}
      fits={(text) => 'value' in askedOf(field, text)}
      onChange={(change) => onChange('from' in change ? { [begin]: change.from } : { [end]: change.to })}
    />
  )
}
