import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { definitionOf } from '#resources/catalogue.ts'
import { useMay } from '../session/access.ts'
import { api, type Envelope } from '../session/api.ts'
import { wayOf } from '../session/ways.ts'
import { forgetResource } from '../session/queries.ts'
import type { Removal } from '../records/removal.ts'
import type { Row } from '../records/rows.ts'

interface Bin {
  path: string
  /** Permission codes. */
  see: string
  restore: string
  remove: string
  /** What goes with what is removed for good, as a sentence. */
  lost?: string
  bringBack(ids: readonly string[]): Promise<Envelope>
  removeForGood(ids: readonly string[]): Promise<Envelope>
}

const quiet = { quiet: true }
/** Dictionaries go one at a time (contract.md §7): the first refusal ends it. */
async function oneByOne(ids: readonly string[], call: (id: string) => Promise<Envelope>): Promise<Envelope> {
  let said = await call(ids[0]!)
  for (const id of ids.slice(1)) said = await call(id)
  return said
}

/** Whose deleted records can be brought back (contract.md §6). */
const bins = {
  sysUser: {
    path: '/sys/user/recycleBin',
    see: 'system:user:recycleBin',
    restore: 'system:user:putRecycleBin',
    remove: 'system:user:deleteRecycleBin',
    lost: '登录过的用户名也不能再次使用。',
    bringBack: (ids) =>
      api.envelope('PUT', '/sys/user/putRecycleBin', { body: { userIds: ids.join(',') }, quiet: true }),
    removeForGood: (ids) =>
      api.envelope('DELETE', '/sys/user/deleteRecycleBin', { params: { userIds: ids.join(',') }, quiet: true }),
  },
  sysDict: {
    path: '/sys/dict/deleteList',
    see: 'system:dict:deleteRecycleBin',
    restore: 'system:dict:deleteRecycleBin',
    remove: 'system:dict:deleteRecycleBin',
    bringBack: (ids) => oneByOne(ids, (id) => api.envelope('PUT', `/sys/dict/back/${id}`, quiet)),
    removeForGood: (ids) => oneByOne(ids, (id) => api.envelope('DELETE', `/sys/dict/deletePhysic/${id}`, quiet)),
  },
  sysGatewayRoute: {
    path: '/sys/gatewayRoute/deleteList',
    see: 'system:gatewayRoute:recycleBin',
    restore: 'system:gatewayRoute:recycleBin',
    remove: 'system:gatewayRoute:recycleBin',
    bringBack: (ids) =>
      api.envelope('PUT', '/sys/gatewayRoute/putRecycleBin', { body: { ids: ids.join(',') }, quiet: true }),
    removeForGood: (ids) =>
      api.envelope('DELETE', '/sys/gatewayRoute/deleteRecycleBin', { params: { ids: ids.join(',') }, quiet: true }),
  },
} satisfies Record<string, Bin>
export type Binned = keyof typeof bins

export const isBinned = (name: string): name is Binned => Object.hasOwn(bins, name)

/** False also for a resource whose deleted records are gone. */
export function useMaySeeBin(name: string): boolean {
  const may = useMay()
  return isBinned(name) && may(bins[name].see)
}

export const BIN = {
  none: '回收站是空的。删除的会先放在这里，还原后回到列表',
  restore: '还原',
  restoreSeveral: '批量还原',
  remove: '彻底删除',
  back: '回到列表',
  again: '重试',
}

export interface RecycleBin {
  resource: Resource
  rows: readonly Row[]
  loading: boolean
  error: Error | null
  again(): void
  mayRestore: boolean
  mayRemove: boolean
  /** Answers what the server said; throws with its reason, and then some may be back already. */
  restore(ids: readonly string[]): Promise<string>
  /** For good; refused in the middle, some may be gone already. */
  removal(ids: readonly string[]): Removal
}

/** Deleted records of a resource, the last deleted first. */
export function useRecycleBin(name: Binned): RecycleBin {
  const may = useMay()
  // It is opened from the list.
  const { resource } = wayOf(definitionOf(name)!)
  const bin: Bin = bins[name]
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [name, 'recycle bin'],
    queryFn: ({ signal }) => api.get<Row[] | null>(bin.path, undefined, { quiet: true, signal }),
  })
  const told = async (work: Promise<Envelope>) => {
    try {
      return (await work).message
    } finally {
      await forgetResource(resource)
    }
  }
  return {
    resource,
    rows: data ?? [],
    loading: isFetching,
    error,
    again: () => void refetch(),
    mayRestore: may(bin.restore),
    mayRemove: may(bin.remove),
    restore: (ids) => told(bin.bringBack(ids)),
    removal(ids) {
      const [row] = ids.length === 1 ? (data ?? []).filter(({ id }) => id === ids[0]) : []
      const what = ids.length === 1 ? `“${String(row?.[resource.title] ?? ids[0])}”` : `这 ${ids.length} 项`
      return {
        title: '彻底删除',
        question: `确定要彻底删除${what}吗？删除后不能恢复。${bin.lost ?? ''}`,
        verb: '彻底删除',
        keep: '取消',
        remove: () => told(bin.removeForGood(ids)),
      }
    },
  }
}
