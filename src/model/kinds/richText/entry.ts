import { missing } from '../../emptiness.ts'
import { LONGEST } from '../../lengths.ts'
import { hasContent, paragraphsOf, wordsOf } from '../../richText.ts'
import { atMost, same, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const richText: Entry<FieldOf<'richText'>> = {
  check: (field) =>
    atMost(field.max ?? LONGEST.richText).refine((html) => !field.required || hasContent(html), missing(field)),
  sheet: {
    ...textEntry.sheet,
    write: (_, row, name) => (row[name] == null ? null : wordsOf(String(row[name]))),
    read: (_, text) => same(paragraphsOf(text)),
  },
}
