import { z } from 'zod'
import type { Field } from '../../fields.ts'
import { LONGEST } from '../../lengths.ts'
import type { Entry, Read, SheetCell } from '../entry.ts'

type Row = Readonly<Record<string, unknown>>

export const string = (message = '请输入文字') => z.string({ error: message }).trim()
export const atMost = (length: number) => string().max(length, `最大长度${length}位字符`)
/** Blanks at the ends mean something here. */
export const asTyped = (length: number) => z.string({ error: '请输入文字' }).max(length, `最大长度${length}位字符`)
/** `problem` says what is wrong with a text, and nothing when it fits. */
export const judgedBy = (problem: (text: string) => string | undefined) => (text: string, context: z.RefinementCtx) => {
  const message = problem(text)
  if (message) context.addIssue({ code: 'custom', message })
}

export const plain = (row: Row, name: string): SheetCell => (row[name] == null ? null : String(row[name]))
export const words = (row: Row, name: string): SheetCell => (row[`${name}_dictText`] ?? plain(row, name)) as SheetCell
export const same = (value: string): Read => ({ value })

/** Several in one cell. */
export const listed = (text: string): string[] =>
  text
    .split(/[,，、;；]/)
    .map((part) => part.trim())
    .filter(Boolean)

const maxOf = (field: Field) => ('max' in field ? field.max : undefined)

export const textEntry = {
  check: (field) => atMost(maxOf(field) ?? LONGEST.text),
  sheet: {
    column: 'text',
    write: (_, row, name) => plain(row, name),
    read: (_, text) => same(text),
    example: ({ label }) => label,
  },
} satisfies Entry
