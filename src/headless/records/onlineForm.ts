import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { onlineCode, onlineResource, type OnlineDefinition } from '#resources/onlineResource.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import { api } from '../session/api.ts'
import { queryClient } from '../session/queries.ts'

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

const definition = (code: string) =>
  queryOptions({
    queryKey: [resources.onlineForm.name, 'definition', code],
    queryFn: ({ signal }) =>
      api.get<Sent>(`/online/cgform/api/definition/${encodeURIComponent(code)}`, undefined, { quiet: true, signal }),
  })

/** The same for a name that comes from outside, of the program or of an online form; undefined when it is not to be had. */
export async function resourceCalled(name: string): Promise<Resource | undefined> {
  const code = onlineCode(name)
  if (code === undefined) return resourceNamed(name)
  const sent = await queryClient.ensureQueryData(definition(code)).catch(() => undefined)
  return sent && resourceOf(sent)
}

/** What is published under the code now. */
export function useOnlineForm(code: string) {
  const { data, error, refetch, isFetching } = useQuery(definition(code))
  return { resource: data && resourceOf(data), error, trying: isFetching, retry: () => void refetch() }
}
