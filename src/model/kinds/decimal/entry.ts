import { bounded, numberSheet } from '../base/numberEntry.ts'
import { DECIMAL_DIGITS } from './index.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const decimal: Entry<FieldOf<'decimal'>> = {
  check: ({ min, max, scale }) => {
    const fits = (value: number) => Number.isFinite(value) && Number(value.toFixed(scale)) === value
    const before = DECIMAL_DIGITS - scale
    return bounded('请输入数字', [fits, `最多${scale}位小数`], { min, max }).refine(
      (value) => Math.abs(value) < 10 ** before,
      `整数部分最多${before}位`,
    )
  },
  sheet: { ...numberSheet, note: () => '数字' },
}
