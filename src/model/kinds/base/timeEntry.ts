import type { Entry } from '../entry.ts'
import { plain, string } from './textEntry.ts'

const exists = (text: string) => {
  const day = new Date(text.replace(' ', 'T') + (text.length > 10 ? 'Z' : 'T00:00:00Z'))
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10)
}

/** Local text of one form that names a moment there is. */
export const existing = (what: { choose: string; form: RegExp; otherwise: string; none: string }) =>
  string(what.choose).regex(what.form, what.otherwise).refine(exists, what.none)

/** 2026/3/2, 2026年3月2日 and 20260302 are 2026-03-02, whatever follows. */
const dateText = (text: string) =>
  text.replace(
    /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2})(?!\d))/,
    (_, year: string, month: string, day: string, month2: string, day2: string) =>
      `${year}-${(month ?? month2).padStart(2, '0')}-${(day ?? day2).padStart(2, '0')}`,
  )

const CLOCK =
  /^(\d{4}-\d{2}-\d{2})[\sT]*(上午|下午)?\s*(\d{1,2})[:：时点](\d{1,2})(?:[:：分](?:(\d{1,2})(?:\.\d+)?秒?)?)?\s*(am|pm)?$/i

/** A day alone is its beginning; 8:30, 8时30分 and 上午8:30 are 08:30:00. */
const momentIn = (typed: string): string => {
  const text = dateText(typed)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text} 00:00:00`
  const found = CLOCK.exec(text)
  if (!found) return text
  const [, day, chinese, hour, minute, second = '0', english] = found
  const half = chinese ?? english?.toLowerCase()
  const shift = half ? (/下午|pm/.test(half) ? 12 : 0) - (hour === '12' ? 12 : 0) : 0
  const two = (part: string | number) => String(part).padStart(2, '0')
  return `${day} ${two(Number(hour) + shift)}:${two(minute!)}:${two(second)}`
}

/** `kept` makes of the moment somebody typed what the kind keeps. */
export const timeSheet = (kept: (moment: string) => string, example: string) =>
  ({
    column: 'text',
    write: (_, row, name) => plain(row, name),
    read: (_, text) => ({ value: kept(momentIn(text)) }),
    example: () => example,
    note: () => `如 ${example}`,
  }) satisfies Entry['sheet']
