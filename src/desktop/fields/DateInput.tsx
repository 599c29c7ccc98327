import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from './types.ts'

const formats = { date: 'YYYY-MM-DD', dateTime: 'YYYY-MM-DD HH:mm:ss' } as const

export default function DateInput({
  field,
  id,
  value,
  disabled,
  invalid,
  onChange,
  onBlur,
}: InputProps<FieldOf<'date' | 'dateTime'>>) {
  const format = formats[field.kind]
  return (
    <DatePicker
      id={id}
      value={typeof value === 'string' && value ? dayjs(value) : null}
      format={format}
      showTime={field.kind === 'dateTime'}
      disabled={Boolean(disabled)}
      {...(invalid && { status: 'error' as const })}
      placeholder={missing(field)}
      style={{ width: '100%' }}
      onChange={(next) => onChange(next ? next.format(format) : null)}
      {...(onBlur && { onBlur })}
    />
  )
}
