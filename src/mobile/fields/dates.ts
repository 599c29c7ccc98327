const two = (value: number) => String(value).padStart(2, '0')

/** Local time as it travels: `2026-11-20` or `2026-11-20 09:30:00`. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
export const momentOf = (date: Date): string =>
  `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`

/** The other way; undefined for what is no date. */
export function dateIn(text: unknown): Date | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?/.exec(String(text ?? ''))
  if (!found) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return new Date(year!, month! - 1, day, hour, minute, second)
}

const EARLIEST = 1930
const LATEST = 2099
export const earliest = new Date(EARLIEST, 0, 1)
export const latest = new Date(LATEST, 11, 31, 23, 59, 59)
