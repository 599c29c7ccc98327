/** The seven parts of a Quartz expression and what may stand in them. */
export const PARTS = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const
export type PartName = (typeof PARTS)[number]

/** One entry of a comma list. Weekdays count as Quartz does: 1 is Sunday, 7 Saturday. */
export type Item =
  | { kind: 'every'; step?: number }
  | { kind: 'value'; value: number }
  | { kind: 'range'; from: number; to: number; step?: number }
  /** `5/10`: from 5 on, every 10. */
  | { kind: 'from'; from: number; step: number }
  /** `?`: the other of day and week decides. */
  | { kind: 'none' }
  /** `L`, `L-3`, `LW`, `L-3W` of the month. */
  | { kind: 'last'; before: number; workday: boolean }
  /** `15W`: the working day nearest to the 15th within its month. */
  | { kind: 'workday'; day: number }
  /** `6L`: the last Friday. */
  | { kind: 'lastWeekday'; weekday: number }
  /** `6#3`: the third Friday. */
  | { kind: 'nthWeekday'; weekday: number; nth: number }

export type Part = readonly Item[]
export type CronParts = Readonly<Record<PartName, Part>>

export interface Bounds {
  label: string
  min: number
  max: number
  /** A step may be at most this; Quartz refuses more. */
  step: number
  /** Names that may stand for numbers, the first for `min`. */
  names?: readonly string[]
}

export const FIRST_YEAR = 1970
export const LAST_YEAR = 2199

export const bounds: Readonly<Record<PartName, Bounds>> = {
  second: { label: '秒', min: 0, max: 59, step: 59 },
  minute: { label: '分', min: 0, max: 59, step: 59 },
  hour: { label: '时', min: 0, max: 23, step: 23 },
  day: { label: '日', min: 1, max: 31, step: 31 },
  month: {
    label: '月',
    min: 1,
    max: 12,
    step: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  week: { label: '周', min: 1, max: 7, step: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
  year: { label: '年', min: FIRST_YEAR, max: LAST_YEAR, step: LAST_YEAR - FIRST_YEAR },
}

/** An expression that cannot be: `part` is the one to blame, undefined when it is the whole. */
export class CronError extends Error {
  constructor(
    message: string,
    readonly part?: PartName,
  ) {
    super(part ? `${bounds[part].label}：${message}` : message)
    this.name = 'CronError'
  }
}
