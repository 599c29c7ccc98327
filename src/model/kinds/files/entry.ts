import { fileSheet, severalStored } from '../base/fileEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const files: Entry<FieldOf<'files'>> = {
  check: (field) => severalStored(field, '个文件'),
  sheet: fileSheet('文件'),
}
