import { useMemo } from 'react'
import { categoryTree } from '#headless/forms/pickers/lazyTree.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { TreeInput } from './TreeInput.tsx'

interface Props {
  field: FieldOf<'category'>
  value: unknown
  multiple?: boolean | undefined
  disabled?: boolean | undefined
  onChange(value: unknown): void
}

/** A category of the 分类字典. */
export default function CategoryInput({ field, value, multiple = field.multiple, disabled, onChange }: Props) {
  const source = useMemo(() => categoryTree(field.under), [field.under])
  return (
    <TreeInput
      source={source}
      label={field.label}
      placeholder={missing(field)}
      value={value}
      multiple={multiple}
      required={field.required}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
