import type { Resource } from '#model/resource.ts'
import { allResources } from './index.ts'

/** A field of one resource that names records of another. */
export interface Relation {
  resource: Resource
  field: string
  /** List parameters that find what hangs on the record with this id. */
  filters(id: string): Record<string, string>
}

/** What hangs on records of this resource, by the references of all others: on a provider its devices, orders, ledger. */
export const relationsTo = (target: Resource): Relation[] =>
  allResources()
    .filter(({ menu }) => menu && !menu.hidden)
    .flatMap((resource) =>
      Object.entries(resource.fields).flatMap(([field, definition]): Relation[] => {
        if (definition.kind === 'ref' && definition.to === target.name)
          return [{ resource, field, filters: (id) => ({ [field]: id }) }]
        if (definition.kind !== 'refByType') return []
        return Object.entries(definition.to)
          .filter(([, to]) => to === target.name)
          .map(([type]) => ({ resource, field, filters: (id) => ({ [definition.by]: type, [field]: id }) }))
      }),
    )
