import { LONGEST } from '../../lengths.ts'
import type { Field } from '../../fields.ts'
import type { Entry, Lookup, Read } from '../entry.ts'
import { textLike } from './textLike.ts'
import { atMost, listed, words } from './textEntry.ts'

/** Added to a note. */
export const commas = (field: Field): string => (textLike.several(field) ? '，多个用逗号分隔' : '')

/** Each part of a cell looked up; the first that means nothing is the problem. */
export function eachOf(text: string, several: boolean, valueOf: (part: string) => string | { problem: string }): Read {
  const found = (several ? listed(text) : [text]).map(valueOf)
  const bad = found.find((one) => typeof one !== 'string')
  return bad ?? { value: found.join(',') }
}

/** Written by its word. */
export const choiceSheet = {
  column: 'text',
  write: (_, row, name) => words(row, name),
  example: (_, choices) => choices[0] ?? null,
} satisfies Entry['sheet']

/** Ids of records of the resource that `to` says for a row. */
export const recordEntry = <F extends Field>(
  several: (field: F) => boolean,
  to: (field: F, row: Readonly<Record<string, unknown>>) => string | undefined,
) =>
  ({
    check: (field) => atMost(several(field) ? LONGEST.many : LONGEST.id),
    sheet: {
      ...choiceSheet,
      read: (field: F, text: string, _: unknown, lookup: Lookup, row) => {
        const target = to(field, row)
        return target
          ? eachOf(text, several(field), (part) => lookup.record(target, part))
          : { problem: '请先填写类型' }
      },
      example: () => null,
      note: (field, named) => `填写${named}${several(field) ? '，多个用逗号分隔' : ''}`,
    },
  }) satisfies Entry<F>
