import type { Resource } from '#model/resource.ts'
import { definitionOf } from '#resources/catalogue.ts'
import { wayOf } from './ways.ts'

/** The resource of that name as this server has it; undefined as long as its definition has not come. */
export function resourceHere(name: string): Resource | undefined {
  const resource = definitionOf(name)
  return resource && wayOf(resource).resource
}
