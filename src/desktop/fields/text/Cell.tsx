import { Named } from '../base/RecordCell.tsx'
import { TextCell } from '../base/TextCell.tsx'
import type { Shown } from '../types.ts'

export const Cell = (shown: Shown<'text'>) => (shown.field.names ? <Named {...shown} /> : TextCell(shown))
