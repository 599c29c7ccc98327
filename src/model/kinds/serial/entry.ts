import { atMost, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const serial: Entry<FieldOf<'serial'>> = {
  check: () => atMost(32),
  sheet: { ...textEntry.sheet, example: () => null },
}
