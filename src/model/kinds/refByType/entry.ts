import type { FieldOf } from '../../fields.ts'
import { recordEntry } from '../base/choiceEntry.ts'
import type { Entry } from '../entry.ts'
import { refByType as kind } from './index.ts'

export const refByType: Entry<FieldOf<'refByType'>> = recordEntry(kind.several, kind.names)
