import { TextArea } from 'antd-mobile'
import { useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { InputProps } from '../types.ts'

export function Input({ field, id, value, onChange, onLeave, disabled }: InputProps<'json'>) {
  const written = value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
  const [text, setText] = useState(written)
  const [wrong, setWrong] = useState(false)
  return (
    <>
      <TextArea
        {...(id && { id })}
        value={text}
        placeholder={missing(field)}
        disabled={disabled ?? false}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={setText}
        onBlur={() => {
          try {
            onChange(text.trim() ? JSON.parse(text) : null)
            setWrong(false)
            onLeave()
          } catch {
            setWrong(true)
          }
        }}
      />
      {wrong && (
        <p role="alert" className="vd-error">
          请输入 JSON
        </p>
      )}
    </>
  )
}
