import { z } from 'zod'
import { LONGEST } from '../../lengths.ts'
import { choiceSheet, commas, eachOf } from '../base/choiceEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const dict: Entry<FieldOf<'dict'>> = {
  check: ({ numeric }) =>
    z
      .union([z.string(), z.number()], { error: '请选择列出的值' })
      .transform((value) => (numeric ? Number(value) : String(value).trim()))
      .refine((value) => (numeric ? Number.isFinite(value) : String(value).length <= LONGEST.text), '请选择列出的值'),
  sheet: {
    ...choiceSheet,
    read: ({ dict: code, multiple = false }, text, _, lookup) =>
      eachOf(text, multiple, (part) => lookup.dict(code, part) ?? { problem: `没有“${part}”这一项` }),
    note: (field) => `从列表中选择${commas(field)}`,
  },
}
