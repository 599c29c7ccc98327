import { Radio } from 'antd'
import { useEffect, useRef } from 'react'
import type { EditorProps } from './types.ts'

export default function RadioEditor({ view, row, column, close }: EditorProps) {
  const { store } = view
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = group.current
    box?.querySelector<HTMLInputElement>('input:checked, input:not(:disabled)')?.focus({ preventScroll: true })
  }, [])
  return (
    // A label takes no focus: pressing it would look like leaving.
    <div
      ref={group}
      onMouseDown={(event) => event.preventDefault()}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
    >
      <Radio.Group
        aria-label={column.title}
        value={String(row[column.field] ?? '')}
        options={store.looks
          .choices(column, row)
          .map(({ value, text, disabled }) => ({ value, label: text, disabled: Boolean(disabled) }))}
        onChange={({ target }) => {
          store.choose({ id: row.id, field: column.field }, String(target.value))
          view.focus()
        }}
      />
    </div>
  )
}
