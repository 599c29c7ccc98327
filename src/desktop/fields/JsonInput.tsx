import { Input } from 'antd'
import { useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { jsonToType, typedJson } from '#model/kinds/json/typedJson.ts'
import { shared } from './base/shared.ts'
import type { InputProps } from './types.ts'

/** JSON as text. What cannot be read reaches the form as it is typed: its check says so. */
export default function JsonInput(props: InputProps<FieldOf<'json'>>) {
  const { field, value, onChange } = props
  const [typed, setTyped] = useState<string>()
  return (
    <Input.TextArea
      {...shared(props)}
      value={jsonToType(value, typed)}
      placeholder={missing(field)}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(typedJson(target.value))
      }}
    />
  )
}
