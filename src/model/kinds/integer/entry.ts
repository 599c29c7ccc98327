import { bounded, numberSheet } from '../base/numberEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const integer: Entry<FieldOf<'integer'>> = {
  check: (field) => bounded('请输入整数', [Number.isSafeInteger, '请输入整数'], field),
  sheet: { ...numberSheet, note: () => '整数' },
}
