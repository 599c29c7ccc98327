import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { wallTime } from '#headless/connection/wallTime.ts'
import { useCalendarKeys } from './base/useCalendarKeys.ts'

const FORMAT = 'YYYY-MM-DD'
const day = (text: string | undefined) => (text ? dayjs(text) : null)

interface Props {
  id: string
  label: string
  value: readonly [string | undefined, string | undefined]
  onChange: (value: [string | undefined, string | undefined]) => void
}

/** Two days; the server counts the last one in whole. */
export default function DateRange({ id, label, value, onChange }: Props) {
  const keys = useCalendarKeys(value, ([begin, end]) => onChange([begin, end]))
  const keep = (next: readonly (Dayjs | null)[] | null) =>
    onChange([next?.[0]?.format(FORMAT), next?.[1]?.format(FORMAT)])
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      aria-label={label}
      value={[day(value[0]), day(value[1])]}
      format={FORMAT}
      allowEmpty={[true, true]}
      presets={presets()}
      style={{ width: '100%' }}
      {...keys}
      onChange={keep}
      // Told with each end; the other only when both were passed through.
      onCalendarChange={keep}
    />
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
