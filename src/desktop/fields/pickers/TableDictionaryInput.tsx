import { App, Select, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { NO_CODE, useTableDictionary } from '#headless/forms/pickers/tableDictionary.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { severalTags } from '../base/severalTags.tsx'

interface Props {
  /** `sys_user,realname,username` */
  dictionary: string
  id: string
  value: unknown
  multiple?: boolean
  disabled?: boolean
  onChange: (value: string | null) => void
}

/** A table searched like a dictionary. */
export function TableDictionaryInput({ dictionary, id, value, multiple = false, disabled = false, onChange }: Props) {
  const { message } = App.useApp()
  const [open, setOpen] = useState(false)
  const values = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const { options, chosen, loading, error, search } = useTableDictionary(dictionary, values, open)
  const problem = error?.message
  useEffect(() => {
    if (problem) void message.warning(problem)
  }, [problem, message])
  if (!dictionary)
    return (
      <p role="alert" className="picker-problem">
        {NO_CODE}
      </p>
    )
  const all = new Map([...chosen, ...options].map((option) => [option.value, option.text]))
  return (
    <Select
      id={id}
      {...(multiple ? { mode: 'multiple' as const, ...severalTags } : {})}
      value={multiple ? values : (values[0] ?? null)}
      options={[...all].map(([of, label]) => ({ value: of, label }))}
      disabled={disabled}
      placeholder={SEARCHED.placeholder}
      allowClear
      showSearch={{ filterOption: false, onSearch: search }}
      onOpenChange={setOpen}
      notFoundContent={loading ? <Spin size="small" /> : (problem ?? SEARCHED.nothing)}
      style={{ width: '100%' }}
      onChange={(next: string | string[] | null | undefined) =>
        onChange(Array.isArray(next) ? next.join(',') || null : (next ?? null))
      }
    />
  )
}
