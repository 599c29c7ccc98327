import { Input as AntInput } from 'antd'
import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldOf } from '#model/fields.ts'
import { Input } from '../../../fields/Input.tsx'
import type { InputProps } from '../../../fields/types.ts'

const AreaInput = lazy(() => importWithTimeout(import('../../../fields/AreaInput.tsx')))

/** The value of a condition, in the input of its kind. */
export function Value(props: InputProps) {
  const { field } = props
  // A query may stop at a province or a city.
  if (field.kind === 'area')
    return (
      <Suspense fallback={<AntInput disabled aria-label={field.label} />}>
        <AreaInput {...(props as InputProps<FieldOf<'area'>>)} anyLevel />
      </Suspense>
    )
  return (
    <>
      <Input {...props} />
      {field.hint && <small className="query-hint">{field.hint}</small>}
    </>
  )
}
