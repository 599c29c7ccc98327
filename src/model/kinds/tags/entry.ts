import { textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const tags: Entry<FieldOf<'tags'>> = {
  ...textEntry,
  sheet: { ...textEntry.sheet, example: () => '标签一;标签二', note: () => '多个用分号分隔' },
}
