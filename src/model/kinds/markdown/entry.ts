import { LONGEST } from '../../lengths.ts'
import { asTyped, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const markdown: Entry<FieldOf<'markdown'>> = {
  ...textEntry,
  check: ({ max = LONGEST.richText }) => asTyped(max),
}
