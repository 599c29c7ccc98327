import type { Entry } from '../entry.ts'
import { plain, string } from './textEntry.ts'
import { exists, typedTime } from './typedTime.ts'

/** Local text of one form that names a moment there is. */
export const existing = (what: { choose: string; form: RegExp; otherwise: string; none: string }) =>
  string(what.choose).regex(what.form, what.otherwise).refine(exists, what.none)

/** `kind` reads what somebody typed. */
export const timeSheet = (kind: keyof typeof typedTime, example: string) =>
  ({
    column: 'text',
    write: (_, row, name) => plain(row, name),
    read: (_, text) => ({ value: typedTime[kind](text) }),
    example: () => example,
    note: () => `如 ${example}`,
  }) satisfies Entry['sheet']
