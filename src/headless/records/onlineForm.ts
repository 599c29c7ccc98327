import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { onlineResource, type OnlineDefinition } from '#resources/onlineResource.ts'
import { resources } from '#resources/index.ts'
import { api } from '../session/api.ts'

interface Sent {
  /** Of the publication. */
  id: string
  definition: OnlineDefinition
}

/** By publication: a list keeps what it knows of its resource as long as that stays the same object. */
const made = new Map<string, Resource>()

function resourceOf({ id, definition }: Sent): Resource {
  const resource = made.get(id) ?? onlineResource(definition)
  made.set(id, resource)
  return resource
}

/** What is published under the code now. */
export function useOnlineForm(code: string) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [resources.onlineForm.name, 'definition', code],
    queryFn: ({ signal }) =>
      api.get<Sent>(`/online/cgform/api/definition/${encodeURIComponent(code)}`, undefined, { quiet: true, signal }),
  })
  return { resource: data && resourceOf(data), error, trying: isFetching, retry: () => void refetch() }
}
