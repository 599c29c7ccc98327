import { Input as TextInput, type InputProps as KitProps, type InputRef } from 'antd-mobile'
import type { ReactNode, Ref } from 'react'
import { missing } from '#model/emptiness.ts'
import type { InputProps } from '../types.ts'
import { orNothing, textIn } from './textIn.ts'

export type Keyboard = 'tel' | 'email' | 'numeric' | 'decimal' | 'url'
interface LineProps extends InputProps {
  keyboard?: Keyboard | undefined
  before?: string
  after?: string | undefined
  /** What else fills it in. */
  beside?: ReactNode
  /** For what follows how it is typed. */
  typing?: Pick<KitProps, 'onCompositionStart' | 'onCompositionEnd'> & { ref: Ref<InputRef> }
}

/** One line that is typed. */
export function LineInput({
  field,
  value,
  onChange,
  onLeave,
  disabled,
  keyboard,
  before,
  after,
  beside,
  typing,
}: LineProps) {
  return (
    <span className="vd-affixed">
      {before && <span className="vd-weak">{before}</span>}
      <TextInput
        value={textIn(value)}
        onChange={(text) => onChange(orNothing(text))}
        onBlur={onLeave}
        placeholder={missing(field)}
        disabled={disabled ?? false}
        aria-label={field.label}
        clearable
        {...typing}
        {...(keyboard && { inputMode: keyboard })}
      />
      {after && <span className="vd-weak vd-unit">{after}</span>}
      {beside}
    </span>
  )
}
