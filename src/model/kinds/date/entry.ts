import { existing, timeSheet } from '../base/timeEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const date: Entry<FieldOf<'date'>> = {
  check: () =>
    existing({
      choose: '请选择日期',
      form: /^\d{4}-\d{2}-\d{2}$/,
      otherwise: '日期格式应为 YYYY-MM-DD',
      none: '没有这一天',
    }),
  sheet: timeSheet('date', '2026-03-01'),
}
