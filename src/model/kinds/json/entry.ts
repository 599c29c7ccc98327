import { z } from 'zod'
import { partsText } from '../../parts.ts'
import { nestedSheet } from '../base/nestedEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'
import { unreadableJson } from './typedJson.ts'

const NO_JSON = '请输入 JSON'

export const json: Entry<FieldOf<'json'>> = {
  check: () => z.json({ error: NO_JSON }).refine((value) => unreadableJson(value) === undefined, NO_JSON),
  sheet: {
    ...nestedSheet,
    write: (field, row, name) =>
      row[name] == null ? null : (partsText(field, row[name]) ?? JSON.stringify(row[name])),
  },
}
