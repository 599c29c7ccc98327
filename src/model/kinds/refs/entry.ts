import type { FieldOf } from '../../fields.ts'
import { LONGEST } from '../../lengths.ts'
import { recordEntry } from '../base/choiceEntry.ts'
import { atMost } from '../base/textEntry.ts'
import type { Entry } from '../entry.ts'
import { refs as kind } from './index.ts'

const chosenIn = (value: string) => value.split(',').filter(Boolean).length

export const refs: Entry<FieldOf<'refs'>> = {
  ...recordEntry(kind.several, kind.names),
  check: ({ min, max }) =>
    atMost(LONGEST.many)
      .refine((value) => !min || chosenIn(value) >= min, `最少选择${min}项`)
      .refine((value) => !max || chosenIn(value) <= max, `最多选择${max}项`),
}
