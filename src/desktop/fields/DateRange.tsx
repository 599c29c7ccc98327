import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { wallTime } from '#headless/connection/wallTime.ts'
import { typedTime } from '#model/kinds/base/typedTime.ts'
import { calendarBox, Writing } from './base/CalendarBox.tsx'
import { dayRead } from './base/dayRead.ts'
import { useCalendarKeys } from './base/useCalendarKeys.ts'

const FORMAT = 'YYYY-MM-DD'

interface Props {
  id: string
  label: string
  value: readonly [string | undefined, string | undefined]
  onChange: (value: [string | undefined, string | undefined]) => void
}

/** Two days; the server counts the last one in whole. */
export default function DateRange({ id, label, value, onChange }: Props) {
  const keys = useCalendarKeys(value, ([begin, end]) => onChange([begin, end]))
  const [begin, end] = [dayRead('date', value[0]), dayRead('date', value[1])]
  // What is no day is nothing to the kit; only all of it is taken away.
  const keep = (next: readonly (Dayjs | null)[] | null) =>
    onChange(
      next ? [next[0]?.format(FORMAT) ?? begin.unread, next[1]?.format(FORMAT) ?? end.unread] : [undefined, undefined],
    )
  return (
    <Writing
      value={{
        read: typedTime.date,
        unread: (which) => (which === 'end' ? end : begin).unread,
        give: (text, which) =>
          onChange(which === 'end' ? [value[0], text ?? undefined] : [text ?? undefined, value[1]]),
      }}
    >
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        aria-label={label}
        value={[begin.day, end.day]}
        format={FORMAT}
        allowEmpty={[true, true]}
        presets={presets()}
        style={{ width: '100%' }}
        components={calendarBox}
        {...((begin.unread ?? end.unread) && { status: 'error' as const })}
        {...keys}
        onChange={keep}
        // Told with each end; the other only when both were passed through.
        onCalendarChange={keep}
      />
    </Writing>
  )
}

const presets = () => {
  const today = dayjs(wallTime())
  return [
    { label: '今天', value: [today, today] as [Dayjs, Dayjs] },
    { label: '近七天', value: [today.subtract(6, 'day'), today] as [Dayjs, Dayjs] },
    { label: '本月', value: [today.startOf('month'), today] as [Dayjs, Dayjs] },
  ]
}
