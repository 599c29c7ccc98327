import { LONGEST } from '../../lengths.ts'
import { atMost, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const longText: Entry<FieldOf<'longText'>> = { ...textEntry, check: ({ max = LONGEST.longText }) => atMost(max) }
