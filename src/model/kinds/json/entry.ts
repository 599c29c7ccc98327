import { z } from 'zod'
import { partsText } from '../../parts.ts'
import { nestedSheet } from '../base/nestedEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const json: Entry<FieldOf<'json'>> = {
  check: () => z.json({ error: '请输入 JSON' }),
  sheet: {
    ...nestedSheet,
    write: (field, row, name) =>
      row[name] == null ? null : (partsText(field, row[name]) ?? JSON.stringify(row[name])),
  },
}
