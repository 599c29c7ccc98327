import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldOf } from '#model/fields.ts'
import type { FilterProps } from '../types.ts'

const AreaInput = lazy(() => importWithTimeout(import('../AreaInput.tsx')))

export const Filter = ({ field, name, id, filters, onChange }: FilterProps<FieldOf<'area'>>) => (
  <AreaInput
    anyLevel
    field={field}
    name={name}
    id={id}
    value={filters[name]}
    values={{}}
    onChange={(next) => onChange({ [name]: String(next ?? '') })}
  />
)
