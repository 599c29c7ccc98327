/** Dates and times of cells as local text, without a time zone. */

type Parts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number]

const DATE = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*(?:[-/.月]\s*(\d{1,2})\s*日?)?月?/
const TIME =
  /^(上午|下午)?\s*(\d{1,2})\s*[:时：点]\s*(\d{1,2})(?:\s*[:分：](?:\s*(\d{1,2})(?:\.\d+)?\s*秒?)?)?\s*(am|pm)?(?:Z|[+-]\d{2}:?\d{2})?$/i

/** Of a time that belongs to none. */
const NO_DAY = [2000, 1, 1] as const

/** 下午 8:30 and 8:30 PM are 20:30; 12 is the beginning of its half. */
function hourOf([, chinese, hour, , , english]: RegExpExecArray): number {
  const half = chinese ?? english
  return half ? (/下午|pm/i.test(half) ? 12 : 0) + (Number(hour) === 12 ? 0 : Number(hour)) : Number(hour)
}

/** Undefined when it names no moment that exists: 2026-02-30, 25:00. */
function partsOf(text: string): Parts | undefined {
  const date = DATE.exec(text)
  const rest = (date ? text.slice(date[0].length) : text).replace(/^[T\s]+/, '')
  const time = TIME.exec(rest)
  if (!date && !time) return undefined
  if (rest && !time) return undefined
  const [year, month, day] = date ? [Number(date[1]), Number(date[2]), Number(date[3] ?? 1)] : NO_DAY
  const [hour, minute, second] = time ? [hourOf(time), Number(time[3]), Number(time[4] ?? 0)] : [0, 0, 0]
  const real = new Date(Date.UTC(year, month - 1, day))
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return undefined
  return hour < 24 && minute < 60 && second < 60 ? [year, month, day, hour, minute, second] : undefined
}

const two = (part: number) => String(part).padStart(2, '0')

/** The text in the given format (YYYY MM DD HH mm ss); undefined when it is no date or time, or lacks a day the format has. */
export function dateText(value: unknown, format: string): string | undefined {
  // 20260302 is written without any signs between.
  const text = String(value ?? '')
    .trim()
    .replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, '$1-$2-$3')
  const parts = partsOf(text)
  if (!parts || (/YYYY|MM|DD/.test(format) && !DATE.test(text))) return undefined
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
