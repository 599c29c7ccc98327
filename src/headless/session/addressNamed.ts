import { entryNamed } from '#resources/catalogue.ts'
import { onlineCode, onlineUrl } from '#resources/onlineResource.ts'
import { recordAddress } from './places.ts'

/** Where a record of the resource of that name stands; undefined when only a newer server knows of such records. */
export function addressNamed({ resource, id }: { resource: string; id: string }): string | undefined {
  const entry = entryNamed(resource)
  if (entry) return recordAddress(entry, id)
  const code = onlineCode(resource)
  return code === undefined ? undefined : `${onlineUrl(code)}/${encodeURIComponent(id)}`
}
