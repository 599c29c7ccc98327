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
      // Counted, not cut: the end of a longer text is not lost without a word.
      {...(field.max && {
        showCount: (length) => <div className="adm-text-area-count">{`${length}/${field.max}`}</div>,
      })}
    />
  )
}
