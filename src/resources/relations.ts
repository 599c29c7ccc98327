import type { Resource } from '#model/resource.ts'
import { allResources } from './index.ts'

/** Further than this nobody counts what hangs on a record: there are many. */
export const MOST_COUNTED = 1000

/** A field of one resource that names records of another. */
export interface Relation {
  resource: Resource
  field: string
}

/** List parameters that find what hangs on the record with this id. */
export const filtersFor = ({ field }: Pick<Relation, 'field'>, id: string): Record<string, string> => ({ [field]: id })

/** What hangs on records of this resource, by the references of all others: on a provider its devices, orders, ledger. */
export const relationsTo = (target: Resource): Relation[] =>
  allResources()
    .filter(({ menu }) => menu && !menu.hidden)
    .flatMap((resource) =>
      Object.entries(resource.fields).flatMap(([field, definition]): Relation[] => {
        // Ids are unique over all resources: the type that stands beside a reference of several kinds is not needed.
        const named = definition.kind === 'ref' ? [definition.to] : definition.kind === 'refByType' ? Object.values(definition.to) : []
        return named.includes(target.name) ? [{ resource, field }] : []
      }),
    )
