import { useState } from 'react'
import { useDepartmentNames } from '#headless/forms/pickers/departments.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { Tap } from '../Tap.tsx'
import { DepartmentSheet } from './DepartmentSheet.tsx'

interface Props {
  field: FieldOf<'department'>
  value: unknown
  disabled?: boolean | undefined
  onChange(value: unknown): void
}

export default function DepartmentInput({ field, value, disabled, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const ids = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const { data = [] } = useDepartmentNames(ids)
  return (
    <>
      <Tap
        label={field.label}
        text={ids.map((id) => data.find(({ key }) => key === id)?.title ?? id).join('、')}
        placeholder={missing(field)}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <DepartmentSheet
        title={field.label}
        values={ids}
        multiple={field.multiple}
        visible={open}
        onClose={() => setOpen(false)}
        onChoose={(chosen) => {
          setOpen(false)
          onChange(chosen.join(',') || null)
        }}
      />
    </>
  )
}
