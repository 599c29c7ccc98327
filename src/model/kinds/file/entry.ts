import { LONGEST } from '../../lengths.ts'
import { fileSheet, stored } from '../base/fileEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const file: Entry<FieldOf<'file'>> = {
  check: ({ extensions }) => stored(LONGEST.text, extensions),
  sheet: fileSheet('文件'),
}
