import type { ComponentType } from 'react'
import type { Field } from '#model/fields.ts'
import type { FilterProps, InputProps } from '../types.ts'

/** A list is narrowed by what a form is filled in with: the input of the field, with what it does otherwise here. */
export const filterBy = <F extends Field, P extends object>(Input: ComponentType<InputProps<F> & P>, otherwise: P) =>
  function Filter({ field, name, id, filters, onChange }: FilterProps<F>) {
    return (
      <Input
        {...otherwise}
        field={field}
        name={name}
        id={id}
        value={filters[name]}
        values={{}}
        onChange={(next) => onChange({ [name]: String(next ?? '') })}
      />
    )
  }
