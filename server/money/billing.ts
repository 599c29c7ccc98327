import { fromHundredths } from '#model/money.ts'

/** What a rental costs. 分, minutes. */
export interface BillRule {
  freeMinutes: number
  hourPrice: number
  dayCap: number
  /** Reached: the device is bought. */
  totalCap: number
}

const FIGURES: Readonly<Record<keyof BillRule, string>> = {
  freeMinutes: '免费时长',
  hourPrice: '每小时',
  dayCap: '24小时封顶',
  totalCap: '总封顶',
}

/** Which of these figures a rule lacks, by name: orders keep rules of other shapes in the same place. */
export const lacking = (
  rule: Partial<BillRule>,
  wanted = Object.keys(FIGURES) as readonly (keyof BillRule)[],
): string[] => wanted.filter((name) => !Number.isSafeInteger(rule[name])).map((name) => FIGURES[name])

/** One step of how a price came about: what it adds, or takes off when a cap is reached. */
export interface FeeStep {
  label: string
  detail: string
  /** 分 */
  amount: number
}

const HOUR = 60
const DAY = 1440

const yuan = (fen: number) => fromHundredths(fen)

/** Nothing within the free minutes; every started hour up to the cap of a day; never more than the cap of all. */
export function feeSteps(minutes: number, { freeMinutes, hourPrice, dayCap, totalCap }: BillRule): FeeStep[] {
  if (minutes <= freeMinutes)
    return [{ label: '免费时长', detail: `用时 ${minutes} 分钟，${freeMinutes} 分钟内不收费`, amount: 0 }]
  const days = Math.floor(minutes / DAY)
  const hours = Math.ceil((minutes % DAY) / HOUR)
  const byHour = hours * hourPrice
  const steps = [
    { label: '按天封顶', detail: `${days} 天 × ${yuan(dayCap)} 元`, amount: days * dayCap },
    { label: '按小时', detail: `${hours} 小时 × ${yuan(hourPrice)} 元`, amount: byHour },
    { label: '24小时封顶', detail: `最多 ${yuan(dayCap)} 元`, amount: Math.min(0, dayCap - byHour) },
  ]
  const sum = steps.reduce((all, { amount }) => all + amount, 0)
  steps.push({ label: '总封顶', detail: `最多 ${yuan(totalCap)} 元`, amount: Math.min(0, totalCap - sum) })
  return steps.filter(({ amount }) => amount !== 0)
}

export const priceOf = (minutes: number, rule: BillRule): number =>
  feeSteps(minutes, rule).reduce((sum, { amount }) => sum + amount, 0)
