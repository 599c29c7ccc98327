/** What a select may offer: what the lists show. A select is no second door to rows that a list refuses. */
import { or, sql, type SQL } from 'drizzle-orm'
import { isMultiple } from '#model/query.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { allOf } from '../db/all-of.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { hooksOf } from './hooks.ts'
import { scopeOf } from './scope.ts'
import type { ResourceTable } from '../db/table-type.ts'
import { tableOf } from '../db/table.ts'
import { targetNames } from './words.ts'

const lists = (caller: Caller, resource: Resource): boolean => may(caller, `${resource.permission}:list`)

/** May this person choose among these at all? */
export const mayChoose = (caller: Caller, resource: Resource): boolean =>
  allResources().some((one) => (one.name === resource.name || pointersTo(one, resource).length) && lists(caller, one))

/** What a select of these may be narrowed by: the fields that other records choose `among` them by, and none that a list may hide. */
export const narrowedBy = (resource: Resource): string[] => [
  ...new Set(
    allResources()
      .flatMap((one) => Object.values(one.fields))
      .flatMap((field) => (field.kind === 'ref' && field.to === resource.name ? Object.keys(field.among ?? {}) : [])),
  ),
]

/**
 * All rows of their scope for whoever may list them. For others those that a record they may list points at, so that a
 * name in it can be read and searched by, and what a hook of the resource offers to everybody.
 */
export function offeredTo(caller: Caller, resource: Resource): SQL {
  const scope = scopeOf(caller, resource)
  if (lists(caller, resource)) return scope
  const table = tableOf(resource)
  const named = allResources()
    .filter((one) => lists(caller, one))
    .flatMap((one) =>
      pointersTo(one, resource).map((name) => ({ one, name, several: isMultiple(knownField(one, name)) })),
    )
    // What must be gathered first comes last: where one of the others says yes it is never asked.
    .sort((a, b) => Number(a.several) - Number(b.several))
    .map(({ one, name, several }) => (several ? namedInLists : namedBy)(caller, one, name, table))
  const open = hooksOf(resource).flatMap((hook) => hook.offers?.(caller) ?? [])
  return allOf(scope, or(...named, ...open) ?? sql`false`)
}

const pointersTo = (one: Resource, target: Resource): string[] =>
  Object.entries(one.fields).flatMap(([name, field]) =>
    name in tableOf(one) && targetNames(field).includes(target.name) ? [name] : [],
  )

/** Row by row, by the index of the reference: with several pointers the planner joins nothing. */
function namedBy(caller: Caller, one: Resource, name: string, target: ResourceTable): SQL {
  const holder = tableOf(one)
  return sql`exists (select 1 from ${holder} where ${holder[name]} = ${target.id} and ${scopeOf(caller, one)})`
}

/**
 * No index knows what stands in a list, so all are read, once, into something that is looked up quickly. A plain `in` would
 * be read through for each row as soon as the planner expects more than fits into its memory.
 */
function namedInLists(caller: Caller, one: Resource, name: string, target: ResourceTable): SQL {
  const holder = tableOf(one)
  return sql`(select jsonb_object_agg(named.id, null) from (
    select distinct unnest(string_to_array(${holder[name]}, ',')) as id from ${holder} where ${scopeOf(caller, one)}
  ) named) ? ${target.id}`
}
