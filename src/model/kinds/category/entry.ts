import type { FieldOf } from '../../fields.ts'
import { recordEntry } from '../base/choiceEntry.ts'
import type { Entry } from '../entry.ts'
import { category as kind } from './index.ts'

export const category: Entry<FieldOf<'category'>> = recordEntry(kind.several, kind.names)
