import { z } from 'zod'
import { choiceSheet } from '../base/choiceEntry.ts'
import { offValue, onValue } from './values.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

/** As clients of the contract say yes and no beside true and false. */
const SAID = ['true', 'false', '1', '0', 1, 0] as const

const oneOf = (values: readonly string[], numeric: boolean | undefined) =>
  z
    .union([z.string(), z.number()], { error: '请选择列出的值' })
    .transform(String)
    .refine((value) => values.includes(value), '请选择列出的值')
    .transform((value) => (numeric ? Number(value) : value))

export const toggle: Entry<FieldOf<'switch'>> = {
  check: (field) =>
    field.boolean
      ? z.union([z.boolean(), z.literal(SAID).transform((value) => ['true', '1', 1].includes(value))], {
          error: '应为是或否',
        })
      : oneOf([String(onValue(field)), String(offValue(field))], field.numeric),
  empty: offValue,
  sheet: {
    ...choiceSheet,
    read: (field, text) => {
      const [on, off] = [field.onText ?? '是', field.offText ?? '否']
      if ([on, field.on ?? 'Y', '是', 'TRUE', 'true'].includes(text)) return { value: onValue(field) }
      if ([off, field.off ?? 'N', '否', 'FALSE', 'false'].includes(text)) return { value: null }
      return { problem: `应为“${on}”或“${off}”` }
    },
    note: () => '从列表中选择',
  },
}
