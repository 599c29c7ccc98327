import { amount, hundredths, numberSheet } from '../base/numberEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const percent: Entry<FieldOf<'percent'>> = {
  check: ({ min = 0, max = 100 }) => hundredths('比例', { min, max }),
  sheet: {
    ...numberSheet,
    column: 'money',
    read: (_, text, cell) => amount(text.replace(/%$/, ''), cell),
    example: () => '12.50%',
    note: () => '12.5% 和 12.5 都是百分之十二点五',
  },
}
