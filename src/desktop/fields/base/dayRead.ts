import dayjs, { type Dayjs } from 'dayjs'
import { exists, typedTime } from '#model/kinds/base/typedTime.ts'

const FORMS = { date: /^\d{4}-\d\d-\d\d$/, dateTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ }

/** A value as the kit takes it; `unread` is one that is no day or moment. */
export function dayRead(kind: keyof typeof typedTime, value: unknown): { day: Dayjs | null; unread?: string } {
  if (typeof value !== 'string' || !value) return { day: null }
  const text = typedTime[kind](value)
  return FORMS[kind].test(text) && exists(text) ? { day: dayjs(text) } : { day: null, unread: value }
}
