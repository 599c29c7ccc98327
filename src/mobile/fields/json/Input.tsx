import { TextArea } from 'antd-mobile'
import { useState } from 'react'
import { missing } from '#model/emptiness.ts'
import { jsonToType, typedJson } from '#model/kinds/json/typedJson.ts'
import type { InputProps } from '../types.ts'

/** JSON as text. What cannot be read reaches the form as it is typed: its check says so. */
export function Input({ field, id, value, onChange, onLeave, disabled }: InputProps<'json'>) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextArea
      {...(id && { id })}
      value={jsonToType(value, typed)}
      placeholder={missing(field)}
      disabled={disabled ?? false}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={(text) => {
        setTyped(text)
        onChange(typedJson(text))
      }}
      onBlur={onLeave}
    />
  )
}
