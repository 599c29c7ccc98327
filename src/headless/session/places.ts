import type { Resource } from '#model/resource.ts'
import { menuUrl } from '#resources/menu.ts'
import { useAccess } from './access.ts'

/** A definition, or what is known without it. */
type Placed = Pick<Resource, 'name' | 'menu'> & { url?: string }

/** Where the records of a resource are listed, by the server's menu; on the first page of a link there is none yet. */
export const addressOf = (resource: Placed): string => {
  const route = useAccess
    .getState()
    .routes.find(({ screen }) => screen.kind === 'resource' && screen.name === resource.name)
  return route?.path ?? resource.url ?? menuUrl(resource)
}

export const recordAddress = (resource: Placed, id: string): string =>
  `${addressOf(resource)}/${encodeURIComponent(id)}`
