import type { FieldOf } from '../../fields.ts'
import { recordEntry } from '../base/choiceEntry.ts'
import type { Entry } from '../entry.ts'
import { ref as kind } from './index.ts'

export const ref: Entry<FieldOf<'ref'>> = recordEntry(kind.several, kind.names)
