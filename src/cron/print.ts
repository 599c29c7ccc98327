import { PARTS, type CronParts, type Item, type Part } from './parts.ts'

type Printer = { [K in Item['kind']]: (item: Extract<Item, { kind: K }>) => string }
const printers: Printer = {
  every: ({ step }) => (step === undefined ? '*' : `*/${step}`),
  value: ({ value }) => String(value),
  range: ({ from, to, step }) => `${from}-${to}${step === undefined ? '' : `/${step}`}`,
  from: ({ from, step }) => `${from}/${step}`,
  none: () => '?',
  last: ({ before, workday }) => `L${before ? `-${before}` : ''}${workday ? 'W' : ''}`,
  workday: ({ day }) => `${day}W`,
  lastWeekday: ({ weekday }) => `${weekday}L`,
  nthWeekday: ({ weekday, nth }) => `${weekday}#${nth}`,
}

export const printPart = (part: Part): string =>
  part.map((item) => (printers[item.kind] as (item: Item) => string)(item)).join(',')

/** The expression of the parts, in numbers. An every-year part is left out. */
export function printCron(parts: CronParts): string {
  const texts = PARTS.map((name) => printPart(parts[name]))
  return (texts[6] === '*' ? texts.slice(0, 6) : texts).join(' ')
}
