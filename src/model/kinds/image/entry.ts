import { fileSheet } from '../base/fileEntry.ts'
import { textEntry } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const image: Entry<FieldOf<'image'>> = { check: textEntry.check, sheet: fileSheet('图片') }
