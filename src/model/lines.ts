import type { Field, Fields, Statistic } from './fields.ts'

/** Rows that one record may have in one field. */
export const MOST_LINES = 500

/** Fields whose meaning the field `name` decides: what was chosen under another type means nothing any more. */
export const decidedBy = (fields: Fields, name: string): string[] =>
  Object.entries(fields)
    .filter(
      ([, field]) =>
        ('by' in field && field.by === name) ||
        (field.onlyThen && name in (field.requiredWhen ?? {})) ||
        (field.kind === 'ref' && Object.values(field.among ?? {}).includes(name)),
    )
    .map(([key]) => key)

/** What a person fills in: fields that the server writes are left out. */
export const filledIn = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.readOnly)

/** What stands below the lines, in the order of the fields. */
export const statisticsOf = (fields: Fields): { name: string; field: Field; statistic: Statistic }[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    (field.statistics ?? []).map((statistic) => ({ name, field, statistic })),
  )
