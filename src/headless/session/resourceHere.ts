import type { Resource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { wayOf } from './ways.ts'

/** The resource of that name as this server has it. */
export function resourceHere(name: string): Resource | undefined {
  const resource = resourceNamed(name)
  return resource && wayOf(resource).resource
}
