import { fileSheet, severalStored } from '../base/fileEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const images: Entry<FieldOf<'images'>> = {
  check: (field) => severalStored(field, '张图片'),
  sheet: fileSheet('图片'),
}
