import { and, sql, type SQL } from 'drizzle-orm'

/** Every one of the conditions there are; true without any. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`
