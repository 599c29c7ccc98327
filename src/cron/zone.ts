/** Between moments and the wall clock of a time zone. */

/** A wall clock time as the milliseconds it would be in UTC: fields are read with getUTC…. */
export type Wall = number

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

export function wallOf(moment: number, timeZone: string): Wall {
  const found: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) found[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const DAY_MS = 86_400_000

/**
 * The moment a wall clock shows this. A time that a change of the clock skips is moved on by what was skipped; of a
 * time that comes twice it is the first.
 */
export function momentOf(wall: Wall, timeZone: string): number {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((near) => wallOf(near, timeZone) - near) as [
    number,
    number,
  ]
  if (before === after) return wall - before
  const found = [wall - before, wall - after].filter((moment) => wallOf(moment, timeZone) === wall)
  return found.length ? Math.min(...found) : wall - before
}
