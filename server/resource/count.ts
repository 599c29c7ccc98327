/** How many rows a query finds and what they add up to: one look at all of them, remembered until the table changes. */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Resource } from '#model/resource.ts'
import { totalsOf, type Total } from '#model/signed.ts'
import { allOf } from '../db/all-of.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Services } from '../kernel/services.ts'
import { LOOK } from './changes.ts'
import { Remembered, type Answer } from './remembered.ts'
import { tableOf } from '../db/table.ts'

const MOST = 1000

export interface Summary {
  count: number
  /** By the keys of `totalsOf`, as the database prints them. */
  sums: Readonly<Record<string, string | undefined>>
  /** Between which values of the column asked about they all lie, ends included; absent when some have none. */
  between?: readonly [from: string, to: string]
}

const summaries = new Remembered<Summary>(MOST)
const dialect = new PgDialect()

export const joined = (parts: readonly unknown[]): SQL =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  )

/** Other tables change on their own, and so does the time of day. */
const ELSEWHERE = /\bselect\b|\bnow\(|\bcurrent_/i

/** What answers to this condition are remembered under, and whose changes end that. */
export function subjectOf(resource: Resource, where: SQL): { table: string | undefined; key: string } {
  const { sql: text, params } = dialect.sqlToQuery(where)
  const values = JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return {
    table: ELSEWHERE.test(text) ? undefined : resource.table,
    key: `${resource.name}|${text}|${values}`,
  }
}

/** `along`: a column whose ends are wanted too. */
export function summaryOf(
  services: Services,
  resource: Resource,
  where: SQL,
  along?: AnyPgColumn,
): Promise<Answer<Summary>> {
  const table = tableOf(resource)
  const totals = totalsOf(resource)
  const added = ({ name, only, without }: Total) => {
    const counted = allOf(
      ...(only ? [sql`${table[only.field]} = ${only.value}`] : []),
      ...(without ? [sql`${table[without.field]} is distinct from ${without.value}`] : []),
    )
    return only || without ? sql`sum(${table[name]}) filter (where ${counted})` : sql`sum(${table[name]})`
  }
  const found = {
    count: sql<number>`count(*)::int`,
    look: sql<string>`${sql.raw(LOOK)}`,
    sums: sql<string[]>`array[${joined(totals.map((total) => sql`coalesce(${added(total)}, 0)::text`))}]::text[]`,
    between: along
      ? sql<
          [from: string, to: string] | null
        >`case when count(*) = count(${along}) then array[min(${along})::text, max(${along})::text] end`
      : sql<null>`null`,
  }
  const { table: changing, key } = subjectOf(resource, where)
  return summaries.answer(services, {
    table: changing,
    key: along ? `${key}|${along.name}` : key,
    mayLag: ({ count }) => count >= services.lists.large,
    async workOut() {
      const row = onlyRow(await services.db.select(found).from(table).where(where))
      const { count, look, sums, between } = row
      return {
        value: {
          count,
          sums: Object.fromEntries(totals.map(({ key }, index) => [key, sums[index]])),
          ...(count > 0 && between && { between }),
        },
        look,
      }
    },
  })
}

export const countRows = async (services: Services, resource: Resource, where: SQL): Promise<number> =>
  (await summaryOf(services, resource, where)).value.count
