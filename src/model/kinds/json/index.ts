import { partsText } from '../../parts.ts'
import type { FieldOf } from '../../fields.ts'
import { nested } from '../base/nested.ts'
import type { Kind } from '../kind.ts'
import { unreadableJson } from './typedJson.ts'

function jsonText(value: unknown): string {
  if (Array.isArray(value)) return value.map(jsonText).join('；')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

export const json: Kind<FieldOf<'json'>> = {
  ...nested,
  ordered: false,
  holdsFiles: true,
  stored: () => 'json',
  text: (value, field) => unreadableJson(value) ?? partsText(field, value) ?? jsonText(value),
  told: (value, field) =>
    unreadableJson(value) ??
    partsText(field, value) ??
    (Array.isArray(value) ? value.map(String).join('；') : JSON.stringify(value)),
  // Shown; what has a shape of its own is not typed into a cell.
  cell: () => ({ type: 'normal', shownAs: (value) => JSON.stringify(value) }),
}
