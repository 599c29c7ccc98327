/** Dates and times of cells as local text, without a time zone. */

type Parts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number]

const DATE = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*(?:[-/.月]\s*(\d{1,2})\s*日?)?月?/
const TIME = /(\d{1,2})\s*[:时：]\s*(\d{1,2})(?:\s*[:分：]\s*(\d{1,2})\s*秒?)?/

/** Undefined when it names no moment that exists: 2026-02-30, 25:00. */
function partsOf(text: string): Parts | undefined {
  const date = DATE.exec(text)
  const rest = date ? text.slice(date[0].length) : text
  const time = TIME.exec(rest.replace(/^[T\s]+/, ''))
  if (!date && !time) return undefined
  if (date && rest.trim() && !time) return undefined
  const [year, month, day] = date ? [Number(date[1]), Number(date[2]), Number(date[3] ?? 1)] : [2000, 1, 1]
  const [hour, minute, second] = time ? [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)] : [0, 0, 0]
  const real = new Date(Date.UTC(year, month - 1, day))
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return undefined
  return hour < 24 && minute < 60 && second < 60 ? [year, month, day, hour, minute, second] : undefined
}

const two = (part: number) => String(part).padStart(2, '0')

/** The text in the given format (YYYY MM DD HH mm ss); undefined when it is no date or time. */
export function dateText(value: unknown, format: string): string | undefined {
  const parts = partsOf(String(value ?? '').trim())
  if (!parts) return undefined
  const [year, month, day, hour, minute, second] = parts
  const words: Record<string, string> = {
    YYYY: String(year),
    MM: two(month),
    DD: two(day),
    HH: two(hour),
    mm: two(minute),
    ss: two(second),
  }
  return format.replace(/YYYY|MM|DD|HH|mm|ss/g, (word) => words[word]!)
}
