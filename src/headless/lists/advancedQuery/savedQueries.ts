import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { useMay } from '../../session/access.ts'
import { api } from '../../session/api.ts'
import { can } from '../../session/capabilities.ts'
import { queryClient } from '../../session/queries.ts'
import { removalOfOne, type Removal } from '../../records/removal.ts'
import type { Option } from '../../records/useReferences.ts'
import type { QueryToSave, SavedQuery } from './savedQuery.ts'
import { inBrowser, importOld } from './oldQueries.ts'

interface Shelf {
  list(resource: Resource): Promise<SavedQuery[]>
  save(resource: Resource, query: QueryToSave): Promise<void>
  remove(resource: Resource, query: SavedQuery): Promise<void>
}

const QUIET = { quiet: true }

const onServer: Shelf = {
  async list(resource) {
    await importOld(resource)
    return api.get<SavedQuery[]>('/sys/savedQuery/list', { resource: resource.name }, QUIET)
  },
  save: async (resource, query) =>
    void (await api.post('/sys/savedQuery/save', { resource: resource.name, ...query }, QUIET)),
  remove: async (_, { id }) => void (await api.delete('/sys/savedQuery/delete', { id }, QUIET)),
}

/** A server of the contract that knows nothing of saved queries leaves them in this browser, as its own clients do. */
const shelf = (): Shelf => (can('savedQueries') ? onServer : inBrowser)

const keyOf = (resource: Resource) => ['savedQuery', resource.name]
const changed = (resource: Resource) => queryClient.invalidateQueries({ queryKey: keyOf(resource) })

/** Own queries and those shared with a role of this person, by name. */
export const useSavedQueries = (resource: Resource) =>
  useQuery({ queryKey: keyOf(resource), queryFn: () => shelf().list(resource) })

/** Rejects with 409 when the name is taken and `overwrite` was not said. */
export async function saveQuery(resource: Resource, query: QueryToSave): Promise<void> {
  await shelf().save(resource, query)
  await changed(resource)
}

async function removeQuery(resource: Resource, query: SavedQuery): Promise<void> {
  await shelf().remove(resource, query)
  await changed(resource)
}

export const savedWords = {
  title: '保存的查询',
  none: '还没有保存的查询。设好条件后保存，下次点一下就能用',
  remove: ({ title }: SavedQuery) => `删除查询 ${title}`,
}

/** What is shared goes for those too with whom it is shared. */
export function removalOfQuery(resource: Resource, saved: SavedQuery): Removal {
  const { title: name, roles, mine, owner } = saved
  const own = roles ? `“${name}”已共享给${roles}，删除后他们也看不到` : name
  const subject = mine ? own : `${owner}共享的“${name}”，删除后其他人也看不到`
  return removalOfOne(subject, async () => {
    await removeQuery(resource, saved)
    return '删除成功!'
  })
}

export const SHARE = 'system:savedQuery:share'

/** Roles to share with; undefined for people who may not share. */
export function useShareRoles(): readonly Option[] | undefined {
  const mayShare = useMay()(SHARE)
  const may = can('savedQueries') && mayShare
  const roles = useQuery({
    queryKey: ['savedQuery', 'roles'],
    queryFn: () => api.get<Option[]>('/sys/savedQuery/roles', undefined, QUIET),
    enabled: may,
    staleTime: 60_000,
  })
  return may ? (roles.data ?? []) : undefined
}
