import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { FORMATS } from '#headless/grid/cellTypes.ts'
import { dateText } from '#headless/grid/dates.ts'
import type { FocusEvent } from 'react'
import { calendarBox, Writing } from '../base/CalendarBox.tsx'
import type { EditorProps } from './types.ts'

dayjs.extend(customParseFormat)

/** A day, a moment or a time of day; what is typed counts when it is left. */
export default function DateEditor({ view, row, column, close }: EditorProps) {
  const { store } = view
  const type = column.type as keyof typeof FORMATS
  const format = column.format ?? FORMATS[type]
  const whole = dateText(row[column.field], 'YYYY-MM-DD HH:mm:ss')
  const shared = {
    ...column.props,
    autoFocus: true,
    defaultOpen: true,
    defaultValue: whole ? dayjs(whole, 'YYYY-MM-DD HH:mm:ss') : null,
    format,
    // What was chosen counts, whichever way the person leaves.
    needConfirm: false,
    components: calendarBox,
    'aria-label': column.title,
    placeholder: column.placeholder ?? `请选择${column.title}`,
    style: { width: '100%' },
    onBlur: ({ relatedTarget }: FocusEvent) => relatedTarget?.closest('.ant-picker-dropdown') || close(),
    onOpenChange: (open: boolean) => open || close(),
  }
  const textOf = (next: Dayjs | null | undefined) => next?.format(format) ?? null
  const keep = (next: Dayjs | null | undefined) => store.type(textOf(next))
  // Told with every part that is chosen or typed, and before the panel closes.
  const keepPart = (next: Dayjs | readonly Dayjs[] | null) =>
    keep(Array.isArray(next) ? (next as Dayjs[])[0] : (next as Dayjs | null))
  const writing = {
    read: (text: string) => dateText(text, format) ?? text,
    give: (text: string | null) => store.type(text),
  }
  return (
    <Writing value={writing}>
      {type === 'time' ? (
        <TimePicker {...shared} onChange={keep} onCalendarChange={keepPart} />
      ) : type === 'datetime' ? (
        <DatePicker {...shared} showTime onChange={keep} onCalendarChange={keepPart} />
      ) : (
        <DatePicker
          {...shared}
          onCalendarChange={keepPart}
          onChange={(next) => {
            store.choose({ id: row.id, field: column.field }, textOf(next))
            view.focus()
          }}
        />
      )}
    </Writing>
  )
}
