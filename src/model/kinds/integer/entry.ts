import { bounded, numberSheet } from '../base/numberEntry.ts'
import { LARGEST_INTEGER } from './index.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const integer: Entry<FieldOf<'integer'>> = {
  check: ({ min = -LARGEST_INTEGER, max = LARGEST_INTEGER }) =>
    bounded('请输入整数', [Number.isInteger, '请输入整数'], {
      min: Math.max(min, -LARGEST_INTEGER),
      max: Math.min(max, LARGEST_INTEGER),
    }),
  sheet: { ...numberSheet, note: () => '整数' },
}
