import { existing, timeSheet } from '../base/timeEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const dateTime: Entry<FieldOf<'dateTime'>> = {
  check: () =>
    existing({
      choose: '请选择时间',
      form: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
      otherwise: '时间格式应为 YYYY-MM-DD HH:mm:ss',
      none: '没有这一时刻',
    }),
  sheet: timeSheet('dateTime', '2026-03-01 10:20:30'),
}
