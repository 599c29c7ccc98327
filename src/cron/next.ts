/** When an expression fires. */
import { parseCron } from './parse.ts'
import { bounds, type CronParts, type Item, type Part, type PartName } from './parts.ts'
import { momentOf, wallOf } from './zone.ts'

export interface NextRuns {
  /** The first run is after this moment. */
  from: Date
  count: number
  /** IANA name; Asia/Shanghai when not said. */
  timeZone?: string
}

export const ZONE = 'Asia/Shanghai'

/** The next runs, fewer when the expression ends. Throws a CronError. */
export function nextRuns(expression: string, { from, count, timeZone = ZONE }: NextRuns): Date[] {
  const fires = calendarOf(parseCron(expression))
  const runs: Date[] = []
  let wall = wallOf(from.getTime(), timeZone)
  let last = from.getTime()
  while (runs.length < count) {
    const next = fires.after(wall)
    if (next === undefined) break
    wall = next
    const moment = momentOf(next, timeZone)
    // Where the clock is turned back or forward, two wall times can be one moment.
    if (moment <= last) continue
    last = moment
    runs.push(new Date(moment))
  }
  return runs
}

interface Calendar {
  /** The first wall time that fires after this one, or undefined when there is none. */
  after(wall: number): number | undefined
}

function calendarOf(parts: CronParts): Calendar {
  const seconds = valuesOf('second', parts.second)
  const minutes = valuesOf('minute', parts.minute)
  const hours = valuesOf('hour', parts.hour)
  const months = valuesOf('month', parts.month)
  const years = valuesOf('year', parts.year)
  const days = daysOf(parts)
  const firstTime = hours[0]! * 3600 + minutes[0]! * 60 + seconds[0]!

  /** Second of the day at or after `from`, or undefined when the day has none left. */
  function timeFrom(from: number): number | undefined {
    const [h, m, s] = [Math.floor(from / 3600), Math.floor(from / 60) % 60, from % 60]
    const hour = atLeast(hours, h)
    if (hour === undefined) return undefined
    if (hour > h) return hour * 3600 + minutes[0]! * 60 + seconds[0]!
    const minute = atLeast(minutes, m)
    if (minute !== undefined) {
      if (minute > m) return hour * 3600 + minute * 60 + seconds[0]!
      const second = atLeast(seconds, s)
      if (second !== undefined) return hour * 3600 + minute * 60 + second
      const later = atLeast(minutes, m + 1)
      if (later !== undefined) return hour * 3600 + later * 60 + seconds[0]!
    }
    const next = atLeast(hours, h + 1)
    return next === undefined ? undefined : next * 3600 + minutes[0]! * 60 + seconds[0]!
  }

  return {
    after(wall) {
      const at = new Date(wall + 1000)
      const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
      const now = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds()
      for (const y of years) {
        if (y < year) continue
        for (const m of months) {
          if (y === year && m < month) continue
          for (const d of days(y, m)) {
            const same = y === year && m === month
            if (same && d < day) continue
            const time = same && d === day ? timeFrom(now) : firstTime
            if (time !== undefined) return Date.UTC(y, m - 1, d) + time * 1000
          }
        }
      }
      return undefined
    },
  }
}

const atLeast = (values: readonly number[], min: number) => values.find((value) => value >= min)

type Values = { [K in Item['kind']]?: (item: Extract<Item, { kind: K }>, min: number, max: number) => number[] }
const values: Values = {
  every: ({ step = 1 }, min, max) => steps(min, max, step),
  value: ({ value }) => [value],
  from: ({ from, step }, _, max) => steps(from, max, step),
  range: ({ from, to, step = 1 }, min, max) =>
    // 50-10 goes round: 50 to 59 and on from 0.
    to >= from
      ? steps(from, to, step)
      : steps(from, to + (max - min + 1), step).map((value) => (value > max ? value - (max - min + 1) : value)),
}

function steps(from: number, to: number, step: number): number[] {
  const found: number[] = []
  for (let value = from; value <= to; value += step) found.push(value)
  return found
}

function valuesOf(name: PartName, part: Part): readonly number[] {
  const { min, max } = bounds[name]
  const all = part.flatMap(
    (item) =>
      (values[item.kind] as ((item: Item, min: number, max: number) => number[]) | undefined)?.(item, min, max) ?? [],
  )
  return [...new Set(all)].sort((a, b) => a - b)
}

type Days = (year: number, month: number) => readonly number[]

const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
/** 1 Sunday … 7 Saturday. */
const weekdayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1

/**
 * The nearest working day that is still in the month, if there is one. A 31st that a month lacks is counted on into the
 * next, as Quartz does: 31W fires on 30 April when 1 May is a Saturday.
 */
function nearestWorkday(year: number, month: number, day: number): readonly number[] {
  const weekday = weekdayOf(year, month, day)
  const length = lengthOf(year, month)
  const at = weekday === 7 ? (day === 1 ? 3 : day - 1) : weekday === 1 ? (day === length ? day - 2 : day + 1) : day
  return at > length ? [] : [at]
}

/** Quartz keeps one flag for the whole list: the earliest day is the one that moves to a working day, the others are forgotten. */
export function movedDay(day: Part): number | undefined {
  const workdays = day.flatMap((item) => (item.kind === 'workday' ? [item.day] : []))
  return workdays.length ? Math.min(...workdays, ...valuesOf('day', day)) : undefined
}

/** Which days of a month fire, by the month part or by the week part: the parser lets only one of them speak. */
function daysOf({ day, week }: CronParts): Days {
  const last = day.find((item) => item.kind === 'last')
  if (last)
    return (year, month) => {
      const at = lengthOf(year, month) - last.before
      return at < 1 ? [] : last.workday ? nearestWorkday(year, month, at) : [at]
    }
  const moved = movedDay(day)
  if (moved !== undefined) return (year, month) => nearestWorkday(year, month, moved)
  const ofMonth = valuesOf('day', day)
  if (ofMonth.length) return (year, month) => ofMonth.filter((value) => value <= lengthOf(year, month))
  return weekdaysOf(week)
}

function weekdaysOf(week: Part): Days {
  const lastOne = week.find((item) => item.kind === 'lastWeekday')
  if (lastOne)
    return (year, month) => {
      const length = lengthOf(year, month)
      return [length - ((weekdayOf(year, month, length) - lastOne.weekday + 7) % 7)]
    }
  const wanted = valuesOf('week', week)
  const nth = week.find((item) => item.kind === 'nthWeekday')
  if (nth) {
    // As with W, the smallest weekday of the list is the one that counts.
    const weekday = Math.min(nth.weekday, ...wanted)
    return (year, month) => {
      const at = 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7) + (nth.nth - 1) * 7
      return at > lengthOf(year, month) ? [] : [at]
    }
  }
  return (year, month) => {
    const first = weekdayOf(year, month, 1)
    const days: number[] = []
    for (let day = 1; day <= lengthOf(year, month); day++)
      if (wanted.includes(((first - 1 + day - 1) % 7) + 1)) days.push(day)
    return days
  }
}
