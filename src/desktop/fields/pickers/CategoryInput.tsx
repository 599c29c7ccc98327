import { useMemo } from 'react'
import { categoryTree } from '#headless/forms/pickers/lazyTree.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from '../types.ts'
import { TreeInput } from './TreeInput.tsx'

/** A category of the 分类字典. */
export default function CategoryInput(props: InputProps<FieldOf<'category'>> & { multiple?: boolean }) {
  const { field, id, value, disabled, invalid, multiple = field.multiple, onChange, onBlur } = props
  const source = useMemo(() => categoryTree(field.under), [field.under])
  return (
    <TreeInput
      source={source}
      id={id}
      value={value}
      multiple={multiple}
      placeholder={missing(field)}
      disabled={Boolean(disabled)}
      invalid={Boolean(invalid)}
      onChange={onChange}
      {...(onBlur && { onBlur })}
    />
  )
}
