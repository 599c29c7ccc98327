/** What a number format shows of a serial number: null when it shows a number. */
export type DateKind = 'date' | 'datetime' | 'time' | 'duration' | null

// Formats that files name by number only ([ECMA-376] 18.8.30, with the additions of the Chinese Excel)
const builtin: [from: number, to: number, kind: DateKind][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
]

/** `code` is the format the file defines for this number, if it does. */
export function dateKind(id: number, code?: string): DateKind {
  if (code === undefined) return builtin.find(([from, to]) => id >= from && id <= to)?.[2] ?? null
  if (/^general/i.test(code)) return null
  const elapsed = /\[(h+|m+|s+)\]/i.test(code)
  const letters = code
    .slice(0, 1000)
    .replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
    .split(';')[0]!
    .replace(/am\/pm|a\/p|上午\/下午/gi, 'h')
    .toLowerCase()
  if (elapsed) return 'duration'
  const time = /[hs]/.test(letters)
  const date = /[yd]|aaa/.test(letters) || (!time && /m/.test(letters))
  return date ? (time ? 'datetime' : 'date') : time ? 'time' : null
}

const DAY = 86_400
const LAST_DAY = 2_958_465 // 9999-12-31

/**
 * The text of a serial number as its cell shows it, without a time zone anywhere: a date without its hidden time of day,
 * a time without its hidden date. What Excel itself cannot show as a date (before 1900, after 9999) stays a number.
 */
export function dateText(serial: number, kind: NonNullable<DateKind>, is1904: boolean): string | number {
  const seconds = Math.round(serial * DAY)
  if (!(seconds >= 0) || serial > LAST_DAY) return serial
  if (kind === 'duration') return clock(seconds)
  if (kind === 'time') return clock(seconds % DAY)
  const day = dayText(Math.floor(seconds / DAY), is1904)
  if (day === null) return kind === 'date' ? serial : clock(seconds)
  return kind === 'date' ? day : `${day} ${clock(seconds % DAY)}`
}

function dayText(day: number, is1904: boolean) {
  // Excel took over Lotus's belief that 1900 was a leap year: day 60 never was, and days before it count one less
  if (!is1904 && day === 60) return '1900-02-29'
  if (!is1904 && day === 0) return null
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : day < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  return new Date(epoch + day * DAY * 1000).toISOString().slice(0, 10)
}

function clock(seconds: number) {
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}
