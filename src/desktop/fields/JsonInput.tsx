import { Input } from 'antd'
import { useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from './types.ts'

const written = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

/** JSON as text; it becomes a value as soon as it can be read. */
export default function JsonInput({
  field,
  id,
  value,
  disabled,
  invalid,
  onChange,
  onBlur,
}: InputProps<FieldOf<'json'>>) {
  const [text, setText] = useState(() => written(value))
  const [broken, setBroken] = useState(false)
  return (
    <Input.TextArea
      id={id}
      value={text}
      disabled={Boolean(disabled)}
      {...((invalid || broken) && { status: 'error' as const })}
      placeholder={missing(field)}
      autoSize={{ minRows: 3, maxRows: 12 }}
      {...(onBlur && { onBlur })}
      onChange={({ target }) => {
        setText(target.value)
        try {
          onChange(target.value.trim() ? (JSON.parse(target.value) as unknown) : null)
          setBroken(false)
        } catch {
          setBroken(true)
        }
      }}
    />
  )
}
