import { Select, Spin } from 'antd'
import { useState } from 'react'
import { useChoices } from '#headless/session/dictionary.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { severalTags } from '../base/severalTags.tsx'
import { shared, textValue } from '../base/shared.ts'
import type { InputProps } from '../types.ts'

export function Input(props: InputProps<FieldOf<'dict'>>) {
  const { field, value, onChange } = props
  const [open, setOpen] = useState(false)
  const { items, loading, error } = useChoices(field, open)
  const options = items.map(({ value: of, text, disabled }) => ({
    value: of,
    label: text,
    disabled: Boolean(disabled),
  }))
  const common = {
    ...shared(props),
    placeholder: missing(field),
    options,
    allowClear: true,
    showSearch: { optionFilterProp: 'label' },
    onOpenChange: setOpen,
    notFoundContent: loading ? <Spin size="small" /> : (error ?? SEARCHED.nothing),
    style: { width: '100%' },
  }
  const chosen = textValue(value).split(',').filter(Boolean)
  if (field.multiple)
    return (
      <Select
        {...common}
        mode="multiple"
        {...severalTags}
        value={chosen}
        onChange={(next: string[]) => onChange(next.join(',') || null)}
      />
    )
  return (
    <Select
      {...common}
      value={chosen[0] ?? null}
      onChange={(next: string | null | undefined) =>
        onChange(next === null || next === undefined ? null : field.numeric ? Number(next) : next)
      }
    />
  )
}
