import { Input as TextInput } from 'antd-mobile'
import { missing } from '#model/emptiness.ts'
import type { InputProps } from '../types.ts'
import { orNothing, textIn } from './textIn.ts'

export type Keyboard = 'tel' | 'email' | 'numeric' | 'decimal' | 'url'
interface LineProps extends InputProps {
  keyboard?: Keyboard | undefined
  before?: string
  after?: string | undefined
}

/** One line that is typed. */
export function LineInput({ field, value, onChange, onLeave, disabled, keyboard, before, after }: LineProps) {
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
        {...(keyboard && { inputMode: keyboard })}
      />
      {after && <span className="vd-weak vd-unit">{after}</span>}
    </span>
  )
}
