import { Button, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useDepartmentNames } from '#headless/forms/pickers/departments.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { severalTags } from '../base/severalTags.tsx'
import type { InputProps } from '../types.ts'
import './picker.css'

const DepartmentModal = lazy(() => importWithTimeout(import('./DepartmentModal.tsx')))

/** Chosen departments, by their names; the tree opens to choose. */
export default function DepartmentInput(props: InputProps<FieldOf<'department'>>) {
  const { field, id, value, disabled, invalid, onChange, onBlur } = props
  const [open, setOpen] = useState(false)
  const multiple = field.multiple ?? false
  const ids = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const names = useDepartmentNames(ids)
  const options = ids.map((one) => ({ value: one, label: names.data?.find(({ key }) => key === one)?.title ?? one }))
  return (
    <div className="picker-field">
      <Select
        id={id}
        {...(multiple ? { mode: 'multiple' as const, ...severalTags } : {})}
        value={multiple ? ids : (ids[0] ?? null)}
        options={options}
        open={false}
        showSearch={false}
        suffixIcon={null}
        disabled={Boolean(disabled)}
        {...(invalid && { status: 'error' as const })}
        placeholder={missing(field)}
        allowClear
        {...(onBlur && { onBlur })}
        onClick={() => !disabled && setOpen(true)}
        onChange={(next: string | string[] | null | undefined) =>
          onChange(Array.isArray(next) ? next.join(',') || null : (next ?? null))
        }
      />
      <Button disabled={Boolean(disabled)} aria-label={`选择${field.label}`} onClick={() => setOpen(true)}>
        选择
      </Button>
      {open && (
        <Suspense>
          <DepartmentModal
            title={`选择${field.label}`}
            values={ids}
            multiple={multiple}
            onClose={() => setOpen(false)}
            onChoose={(chosen) => {
              setOpen(false)
              onChange(chosen.map((one) => one.value).join(',') || null)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
