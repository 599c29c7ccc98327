import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { typedTime } from '#model/kinds/base/typedTime.ts'
import { calendarBox, Writing } from './base/CalendarBox.tsx'
import { dayRead } from './base/dayRead.ts'
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
  const { kind } = field
  const keys = useCalendarKeys(value, onChange)
  const { day, unread } = dayRead(kind, value)
  const keep = (next: Dayjs | null | undefined) => onChange(next ? next.format(formats[kind]) : null)
  return (
    <Writing value={{ read: typedTime[kind], unread: () => unread, give: onChange }}>
      <DatePicker
        id={id}
        value={day}
        format={formats[kind]}
        showTime={kind === 'dateTime'}
        disabled={Boolean(disabled)}
        {...(invalid && { status: 'error' as const })}
        placeholder={missing(field)}
        style={{ width: '100%' }}
        needConfirm={false}
        components={calendarBox}
        {...keys}
        onChange={keep}
        // Told with every part that is chosen or typed, before anything is left.
        onCalendarChange={(next) => keep(next as Dayjs | null)}
        {...(onBlur && { onBlur })}
      />
    </Writing>
  )
}
