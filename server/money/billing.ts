/** What a rental costs. 分, minutes. */
export interface BillRule {
  freeMinutes: number
  hourPrice: number
  dayCap: number
  /** Reached: the device is bought. */
  totalCap: number
}

const HOUR = 60
const DAY = 1440

/** Nothing within the free minutes; every started hour up to the cap of a day; never more than the cap of all. */
export function priceOf(minutes: number, { freeMinutes, hourPrice, dayCap, totalCap }: BillRule): number {
  if (minutes <= freeMinutes) return 0
  const rest = Math.min(Math.ceil((minutes % DAY) / HOUR) * hourPrice, dayCap)
  return Math.min(Math.floor(minutes / DAY) * dayCap + rest, totalCap)
}
