import { plainCharacters } from './typedNumber.ts'

/** 2026/3/2, 2026年3月2日 and 20260302 are 2026-03-02, whatever follows. */
const dayFirst = (text: string) =>
  text.replace(
    /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2})(?!\d))/,
    (_, year: string, month: string, day: string, month2: string, day2: string) =>
      `${year}-${(month ?? month2).padStart(2, '0')}-${(day ?? day2).padStart(2, '0')}`,
  )

const CLOCK =
  /^(\d{4}-\d{2}-\d{2})[\sT]*(上午|下午)?\s*(\d{1,2})[:时点](\d{1,2})(?:[:分](?:(\d{1,2})(?:\.\d+)?秒?)?)?\s*(am|pm)?$/i

const MOMENT = /^(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d$/

/** A day alone is its beginning; 8:30, 8时30分 and 上午8:30 are 08:30:00. What is no moment is as it was written. */
function momentIn(typed: string): string {
  const text = dayFirst(plainCharacters(typed.trim()))
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text} 00:00:00`
  const found = CLOCK.exec(text)
  if (!found) return typed
  const [, day, chinese, hour, minute, second = '0', english] = found
  const half = chinese ?? english?.toLowerCase()
  const shift = half ? (/下午|pm/.test(half) ? 12 : 0) - (hour === '12' ? 12 : 0) : 0
  const two = (part: string | number) => String(part).padStart(2, '0')
  return `${day} ${two(Number(hour) + shift)}:${two(minute!)}:${two(second)}`
}

/**
 * What a calendar or a cell of a sheet keeps of what somebody wrote; whether there is such a day, and any text that is none,
 * is left to the check. A day leaves a time of the day out; whatever else stands behind it is not.
 */
export const typedTime = {
  date: (text: string): string => momentIn(text).replace(MOMENT, '$1'),
  dateTime: momentIn,
} as const

/** Is there such a day, and such a time of it? */
export function exists(text: string): boolean {
  const day = new Date(text.replace(' ', 'T') + (text.length > 10 ? 'Z' : 'T00:00:00Z'))
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10)
}
