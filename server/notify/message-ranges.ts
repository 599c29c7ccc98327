/** The stretches of days of the contract's dictionary rangeDate, which newer clients choose messages by. */
import dayjs from 'dayjs'

/** The first and the last day, counted from `today`. A week begins on Monday. */
const ranges = {
  jt: (today: dayjs.Dayjs) => [today, today],
  zt: (today) => [today.subtract(1, 'day'), today.subtract(1, 'day')],
  qt: (today) => [today.subtract(2, 'day'), today.subtract(2, 'day')],
  bz: (today) => week(today),
  sz: (today) => week(today.subtract(7, 'day')),
  by: (today) => [today.startOf('month'), today.endOf('month')],
  sy: (today) => {
    const last = today.subtract(1, 'month')
    return [last.startOf('month'), last.endOf('month')]
  },
  '7day': (today) => [today.subtract(7, 'day'), today],
} satisfies Record<string, (today: dayjs.Dayjs) => [dayjs.Dayjs, dayjs.Dayjs]>

const week = (day: dayjs.Dayjs): [dayjs.Dayjs, dayjs.Dayjs] => {
  const monday = day.subtract((day.day() + 6) % 7, 'day')
  return [monday, monday.add(6, 'day')]
}

export type RangeKey = keyof typeof ranges
export const rangeKeys = Object.keys(ranges) as RangeKey[]

/** `now`: local time of the platform, `YYYY-MM-DD HH:mm:ss`; so are both ends. */
export function rangeOf(key: RangeKey, now: string): { from: string; until: string } {
  const [first, last] = ranges[key](dayjs(now.slice(0, 10)))
  return { from: `${first.format('YYYY-MM-DD')} 00:00:00`, until: `${last.format('YYYY-MM-DD')} 23:59:59` }
}
