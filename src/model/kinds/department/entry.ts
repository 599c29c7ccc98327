import type { FieldOf } from '../../fields.ts'
import { recordEntry } from '../base/choiceEntry.ts'
import type { Entry } from '../entry.ts'
import { department as kind } from './index.ts'

export const department: Entry<FieldOf<'department'>> = recordEntry(kind.several, kind.names)
