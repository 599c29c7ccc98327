import type { FieldOf } from '../../fields.ts'
import { textEntry } from '../base/textEntry.ts'
import type { Entry } from '../entry.ts'

export const icon: Entry<FieldOf<'icon'>> = {
  ...textEntry,
  sheet: { ...textEntry.sheet, example: () => 'setting', note: () => '图标的英文名' },
}
