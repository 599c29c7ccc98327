import { Select, Spin } from 'antd'
import { useState } from 'react'
import { targetOf, useReferences } from '#headless/useReferences.ts'
import { missing } from '#model/emptiness.ts'
import type { InputProps } from './types.ts'

/** Records of another resource, searched as one types. */
export function References({
  field,
  id,
  value,
  values,
  multiple,
  disabled,
  invalid,
  onChange,
  onBlur,
}: InputProps & { multiple: boolean }) {
  const [open, setOpen] = useState(false)
  const ids = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const target = targetOf(field, values)
  const { options, chosen, loading, error, search } = useReferences(target, { ids, open })
  const all = new Map([...chosen, ...options].map((option) => [option.value, option.text]))
  const shown = options.map((option) => ({ value: option.value, label: option.text }))
  for (const one of ids)
    if (!shown.some((option) => option.value === one)) shown.unshift({ value: one, label: all.get(one) ?? one })

  return (
    <Select
      id={id}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      value={multiple ? ids : (ids[0] ?? null)}
      disabled={Boolean(disabled) || !target}
      {...(invalid && { status: 'error' as const })}
      placeholder={target ? missing(field) : '请先选择类型'}
      options={shown}
      allowClear
      showSearch={{ filterOption: false, onSearch: search }}
      onOpenChange={setOpen}
      notFoundContent={loading ? <Spin size="small" /> : error ? error.message : '没有查询到任何数据'}
      style={{ width: '100%' }}
      {...(onBlur && { onBlur })}
      onChange={(next: string | string[] | null | undefined) =>
        onChange(Array.isArray(next) ? next.join(',') || null : (next ?? null))
      }
    />
  )
}
