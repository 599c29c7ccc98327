import { Select } from 'antd'
import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { shared, textValue } from '../base/shared.ts'
import type { InputProps } from '../types.ts'

export function Input(props: InputProps<FieldOf<'dict'>>) {
  const { field, value, onChange } = props
  const items = offeredOf(field, useDict(field.dict))
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
    style: { width: '100%' },
  }
  const chosen = textValue(value).split(',').filter(Boolean)
  if (field.multiple)
    return (
      <Select
        {...common}
        mode="multiple"
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
