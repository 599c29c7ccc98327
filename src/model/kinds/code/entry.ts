import { codeProblem } from '../../code.ts'
import { LONGEST } from '../../lengths.ts'
import { asTyped, judgedBy, textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const code: Entry<FieldOf<'code'>> = {
  check: ({ max = LONGEST.richText, language }) =>
    asTyped(max).superRefine(judgedBy((text) => codeProblem(language, text))),
  sheet: { ...textEntry.sheet, example: () => null },
}
