import type { FieldOf } from '../../fields.ts'
import { recordEntry } from '../base/choiceEntry.ts'
import type { Entry } from '../entry.ts'
import { user as kind } from './index.ts'

export const user: Entry<FieldOf<'user'>> = recordEntry(kind.several, kind.names)
