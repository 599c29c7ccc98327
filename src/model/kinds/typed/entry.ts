import { standsFor } from '../../typed.ts'
import { choiceSheet } from '../base/choiceEntry.ts'
import { same } from '../base/textEntry.ts'
import { toggle } from '../switch/entry.ts'
import { offValue } from '../switch/values.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const typed: Entry<FieldOf<'typed'>> = {
  check: (field, values, of) => of(standsFor(field, values)).transform(String),
  sheet: {
    ...choiceSheet,
    // As it is kept, so that it comes back as it went: formatted text with its tags, a switch by its word.
    read: (field, text, cell, lookup, row) => {
      const own = standsFor(field, row)
      if (own.kind !== 'switch') return same(text)
      const read = toggle.sheet.read!(own, text, cell, lookup, row)
      return 'value' in read ? { value: String(read.value ?? offValue(own)) } : read
    },
    example: () => null,
  },
}
