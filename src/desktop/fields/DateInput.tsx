import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { useCalendarKeys } from './base/useCalendarKeys.ts'
import type { InputProps } from './types.ts'

const formats = { date: 'YYYY-MM-DD', dateTime: 'YYYY-MM-DD HH:mm:ss' } as const

/** A day or a moment. What is shown counts, whichever way one leaves. */
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
  const keys = useCalendarKeys(value, onChange)
  const keep = (next: Dayjs | null | undefined) => onChange(next ? next.format(format) : null)
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
      needConfirm={false}
      {...keys}
      onChange={keep}
      // Told with every part that is chosen or typed, before anything is left.
      onCalendarChange={(next) => keep(next as Dayjs | null)}
      {...(onBlur && { onBlur })}
    />
  )
}
