import { wallTime } from '../connection/wallTime.ts'

const BANDS: readonly [before: number, text: string][] = [
  [9, '早上好'],
  [12, '上午好'],
  [14, '中午好'],
  [20, '下午好'],
]

/** 早上好 before 9, 上午好 to 11, 中午好 to 13, 下午好 before 20, else 晚上好. */
export const greeting = (at: number = Date.now()): string =>
  BANDS.find(([before]) => Number(wallTime(at).slice(11, 13)) < before)?.[1] ?? '晚上好'
