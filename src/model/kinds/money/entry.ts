import { amount, hundredths, numberSheet } from '../base/numberEntry.ts'
import { signOf } from './index.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const money: Entry<FieldOf<'money'>> = {
  check: ({ min, max = 99_999_999_999, signed }) => hundredths('金额', { min: min ?? (signed ? -max : 0), max }),
  sheet: {
    ...numberSheet,
    column: 'money',
    write: (field, row, name) => (row[name] == null ? null : Number(`${signOf(field, row)}${String(row[name])}`)),
    read: (_, text, cell) => amount(text, cell),
    example: ({ min = 10 }) => Math.max(min, 10),
    note: () => '单位元，最多两位小数',
  },
}
