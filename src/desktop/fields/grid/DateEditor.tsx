import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { FORMATS } from '#headless/grid/cellTypes.ts'
import { dateText } from '#headless/grid/dates.ts'
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
    needConfirm: false,
    'aria-label': column.title,
    placeholder: column.placeholder ?? `请选择${column.title}`,
    style: { width: '100%' },
    onBlur: close,
  }
  const take = (next: Dayjs | null | undefined) => {
    store.choose({ id: row.id, field: column.field }, next ? next.format(format) : null)
    view.focus()
  }
  if (type === 'time') return <TimePicker {...shared} needConfirm onChange={take} />
  return <DatePicker {...shared} showTime={type === 'datetime'} needConfirm={type === 'datetime'} onChange={take} />
}
