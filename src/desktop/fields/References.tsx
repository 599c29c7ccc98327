import { App, Button, Select, Spin } from 'antd'
import { lazy, Suspense, use, useEffect, useState } from 'react'
import { useSource } from '#headless/forms/pickers/useSource.ts'
import { amongOf, nowhere, targetOf } from '#headless/records/target.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { useReferences } from '#headless/records/useReferences.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { missing } from '#model/emptiness.ts'
import { HostContext } from '../HostContext.ts'
import { severalTags } from './base/severalTags.tsx'
import type { InputProps } from './types.ts'
import './pickers/picker.css'

const PickerModal = lazy(() => importWithTimeout(import('./pickers/PickerModal.tsx')))

/** Records of another resource: searched as one types, or chosen from its list. */
export function References({
  field,
  id,
  value,
  values,
  multiple,
  disabled,
  invalid,
  searchOnly = false,
  onChange,
  onBlur,
}: InputProps & { multiple: boolean; searchOnly?: boolean }) {
  const { message } = App.useApp()
  const host = use(HostContext)
  const [open, setOpen] = useState(false)
  const [picking, setPicking] = useState(false)
  const ids = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const target = targetOf(field, values)
  const among = amongOf(field, values)
  const { options, chosen, loading, error, search } = useReferences(target, { ids, open, among })
  const problem = error?.message
  useEffect(() => {
    if (problem) void message.warning(problem)
  }, [problem, message])
  const all = new Map([...chosen, ...options].map((option) => [option.value, option.text]))
  const shown = options.map((option) => ({ value: option.value, label: option.text }))
  for (const one of ids)
    if (!shown.some((option) => option.value === one)) shown.unshift({ value: one, label: all.get(one) ?? one })
  const give = (next: readonly string[]) => onChange(next.join(',') || null)
  const source = useSource(searchOnly ? undefined : target, {
    byDepartment: 'byDepartment' in field && field.byDepartment,
    among,
  })
  const most = 'max' in field && field.kind === 'refs' ? field.max : undefined

  async function pick() {
    if (target !== 'sysUser' || !host?.pickPeople) return setPicking(true)
    try {
      const { pickInHost } = await import('#headless/forms/pickers/hostPeople.ts')
      const people = await pickInHost(host.pickPeople, { values: ids, multiple })
      if (people) give(people)
    } catch (refusal) {
      // What the chat will not do is still done here.
      void message.warning((refusal as Error).message)
      setPicking(true)
    }
  }

  const select = (
    <Select
      id={id}
      {...(multiple ? { mode: 'multiple' as const, ...severalTags } : {})}
      value={multiple ? ids : (ids[0] ?? null)}
      disabled={Boolean(disabled) || !target}
      {...(invalid && { status: 'error' as const })}
      placeholder={target ? missing(field) : nowhere(field, values)}
      options={shown}
      allowClear
      showSearch={{ filterOption: false, onSearch: search }}
      onOpenChange={setOpen}
      notFoundContent={loading ? <Spin size="small" /> : (problem ?? SEARCHED.nothing)}
      style={{ width: '100%' }}
      {...(onBlur && { onBlur })}
      onChange={(next: string | string[] | null | undefined) => give(Array.isArray(next) ? next : next ? [next] : [])}
    />
  )
  // Its place stays the same when the source comes: what is typed, and the focus, with it.
  return (
    <div className="picker-field">
      {select}
      {source && (
        <Button disabled={Boolean(disabled)} aria-label={`选择${field.label}`} onClick={() => void pick()}>
          选择
        </Button>
      )}
      {source && picking && (
        <Suspense>
          <PickerModal
            source={source}
            title={`选择${field.label}`}
            values={ids}
            multiple={multiple}
            max={most}
            onClose={() => setPicking(false)}
            onChoose={(people) => {
              setPicking(false)
              give(people.map((one) => one.value))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
