import { TextArea } from 'antd-mobile'
import { missing } from '#model/emptiness.ts'
import type { InputProps } from '../types.ts'
import { orNothing, textIn } from './textIn.ts'

/** Several lines that are typed. */
export function ProseInput({ field, id, value, onChange, onLeave, disabled }: InputProps<'longText' | 'code'>) {
  return (
    <TextArea
      {...(id && { id })}
      value={textIn(value)}
      onChange={(text) => onChange(orNothing(text))}
      onBlur={onLeave}
      placeholder={missing(field)}
      disabled={disabled ?? false}
      autoSize={{ minRows: 2, maxRows: 8 }}
      {...(field.max && { maxLength: field.max, showCount: true })}
    />
  )
}
