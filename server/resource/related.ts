/** What hangs on a record, counted: the records of others that name it and that the caller may read. */
import { and, sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { filtersFor, MOST_COUNTED, relationsTo, type Relation } from '#resources/relations.ts'
import { onlyRow } from '../db/only-row.ts'
import { may } from '../kernel/caller.ts'
import { filtersOf } from './filters.ts'
import type { Reading } from './list.ts'
import { scopeOf } from './scope.ts'
import { tableOf } from '../db/table.ts'

export interface Related {
  resource: string
  field: string
  /** `MOST_COUNTED` when there are as many or more. */
  count: number
}

/** In the order of the resources; what has none is left out. */
export async function relatedTo(reading: Reading, resource: Resource, id: string): Promise<Related[]> {
  const readable = relationsTo(resource).filter((one) => may(reading.caller, `${one.resource.permission}:list`))
  const related = await Promise.all(
    readable.map(async (relation) => ({
      resource: relation.resource.name,
      field: relation.field,
      count: await counted(reading, relation, id),
    })),
  )
  return related.filter(({ count }) => count > 0)
}

async function counted({ services, caller }: Reading, { resource, field }: Relation, id: string): Promise<number> {
  const where = and(scopeOf(caller, resource), filtersOf(resource, filtersFor({ field }, id), caller))
  const { rows } = await services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${tableOf(resource)} where ${where} limit ${MOST_COUNTED}) few`,
  )
  return onlyRow(rows).count
}
