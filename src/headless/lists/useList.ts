import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { firstCalls } from '#model/entrances.ts'
import type { Resource } from '#model/resource.ts'
import { permissionOf } from '#model/resource.ts'
import { useMay } from '../session/access.ts'
import { API_BASE } from '../session/api.ts'
import { prefetchedAnswer } from '../session/prefetched.ts'
import { wayOf } from '../session/ways.ts'
import { exportRows, type Exported } from './exchange.ts'
import {
  isUsual,
  listParams,
  readQuery,
  unknownFilters,
  writeQuery,
  type Filters,
  type ListQuery,
} from './listQuery.ts'
import { changedSince, deleteSeen, deleteSeveral } from '../records/deletion.ts'
import { nextWhole } from './endless.ts'
import { forgetResource, queryClient } from '../session/queries.ts'
import { mayWith, pageOf, type Page, type Row } from '../records/rows.ts'
import { useSelection, type Selection } from './selection.ts'
import { useLastPage } from './useLastPage.ts'

export interface ListControls {
  query: ListQuery
  /** All filters at once; goes to the first page. */
  setFilters(filters: Filters): void
  /** Undefined ends it. The filters stay unless others come with it. */
  setSuperQuery(superQuery: ListQuery['superQuery'], filters?: Filters): void
  /** No filters, usual order, first page. */
  reset(): void
  setPage(page: number, size?: number): void
  /** `-createTime`; undefined is the resource's own order. */
  setSort(sort: string | undefined): void
  /** Something is filtered. */
  searching: boolean
  /** Names in the address that nothing was filtered by. */
  unknown: readonly string[]
  /** Leaves these out of the address. */
  forgetUnknown(): void
}

/** State of a list in the address, so that it survives reload, back, and being sent to somebody. */
export function useListControls(resource: Resource): ListControls {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => readQuery(resource, search), [resource, search])
  const unknown = useMemo(() => unknownFilters(resource, search), [resource, search])
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      setSearch((now) => writeQuery(resource, { ...readQuery(resource, now), ...part }), { replace: true }),
    [resource, setSearch],
  )
  /** 查询 asks, also when it asks for what is shown. */
  const ask = useCallback(
    (part: Partial<ListQuery>) => {
      const wanted = writeQuery(resource, { ...query, ...part })
      if (wanted.toString() === writeQuery(resource, query).toString())
        void queryClient.invalidateQueries({ queryKey: [resource.name] })
      else change(part)
    },
    [resource, query, change],
  )
  return useMemo(
    () => ({
      query,
      unknown,
      forgetUnknown: () => change({}),
      searching: Object.keys(query.filters).length > 0 || Boolean(query.superQuery ?? query.broken),
      setFilters: (filters) => ask({ filters, page: 1 }),
      setSuperQuery: (superQuery, filters = query.filters) => ask({ superQuery, filters, broken: undefined, page: 1 }),
      reset: () => ask({ filters: {}, superQuery: undefined, broken: undefined, page: 1, sort: resource.list.sort }),
      setPage: (page, size = query.size) => change({ page: size === query.size ? page : 1, size }),
      setSort: (sort) => change({ sort: sort ?? resource.list.sort, page: 1 }),
    }),
    [query, unknown, change, ask, resource],
  )
}

export interface ListWork {
  /** What this person may do here besides reading: 新增, 导入, 导出, 删除, and batch actions by name. */
  may(verb: string): boolean
  /** What may be done with this record: 'edit', 'delete', names of actions. */
  mayWith(row: Row): string[]
  /** Deletes one record as it was seen; rejects with the server's message, which says who changed it since. */
  removeOne(row: Row): Promise<void>
  /** Deletes several as they were seen, all or none; rejects with the server's message, which names those that were changed. */
  remove(rows: readonly Row[]): Promise<void>
  /** `key` is one of `exportsOf`. */
  exportFile(key: string, ids?: readonly string[]): Promise<Exported>
}

export interface List extends ListControls, ListWork {
  rows: Row[]
  total: number
  totals: Record<string, string | number>
  /** Nothing to show yet. */
  loading: boolean
  /** Asking again while the old rows stand. */
  fetching: boolean
  error: Error | null
  reload(): Promise<unknown>
  selection: Selection
}

export const listKey = (resource: Pick<Resource, 'name'>, query: ListQuery) => [resource.name, 'list', query]

/** One page of a list; of the first, what the page asked for by itself. */
export async function readPage(resource: Resource, query: ListQuery, signal?: AbortSignal): Promise<Page> {
  if (!resource.path) throw new Error('请设置url.list属性!')
  const ahead = isUsual(resource, query) && (await prefetchedAnswer(API_BASE + firstCalls.list(resource)))
  return pageOf(
    (ahead || (await wayOf(resource).list(listParams(resource, query), signal))) as Parameters<typeof pageOf>[0],
  )
}

export function useList(resource: Resource, { enabled = true }: { enabled?: boolean } = {}): List {
  const controls = useListControls(resource)
  const { query, setPage } = controls
  const selection = useSelection()
  const page = useQuery({
    queryKey: listKey(resource, query),
    queryFn: ({ signal }) => readPage(resource, query, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
  const rows = page.data?.rows ?? NO_ROWS
  const beyond = useLastPage(page, query, setPage)
  const work = useListWork(resource, query, selection.drop)
  return {
    ...controls,
    ...work,
    rows,
    total: page.data?.total ?? 0,
    totals: page.data?.totals ?? NO_TOTALS,
    // Nothing before is no answer to what is asked now.
    loading: (page.isPending && enabled) || beyond || (page.isPlaceholderData && !rows.length),
    fetching: page.isFetching,
    error: page.error,
    reload: page.refetch,
    selection,
  }
}

const NO_ROWS: Row[] = []
const NO_TOTALS: Record<string, string | number> = {}

export interface EndlessList extends ListControls, ListWork {
  rows: Row[]
  total: number
  loading: boolean
  error: Error | null
  hasMore: boolean
  /** The next page; does nothing while one is on its way. Rejects when it did not come. */
  more(): Promise<unknown>
  /** Everything from the first page on. Rejects when it did not come. */
  reload(): Promise<unknown>
}

/** The same list page after page, for the phone. `query.page` plays no part. */
export function useEndlessList(resource: Resource, { enabled = true }: { enabled?: boolean } = {}): EndlessList {
  const controls = useListControls(resource)
  const { filters, sort, size, superQuery, broken } = controls.query
  const query = useMemo(
    () => ({ filters, sort, size, page: 1, ...(superQuery && { superQuery }), ...(broken && { broken }) }),
    [filters, sort, size, superQuery, broken],
  )
  const pages = useInfiniteQuery({
    queryKey: [resource.name, 'endless', query],
    queryFn: ({ pageParam, signal }) => readPage(resource, { ...query, page: pageParam }, signal),
    initialPageParam: 1,
    enabled,
    getNextPageParam: (last, all) =>
      last.rows.length < size || all.length * size >= last.total ? null : all.length + 1,
  })
  const { fetchNextPage, isFetchingNextPage, refetch } = pages
  const shown = pages.data?.pages
  const more = useCallback(async () => {
    if (isFetchingNextPage || !shown) return
    await nextWhole({ fetchNextPage, refetch }, async () => {
      const [last] = (await readPage(resource, { ...query, page: shown.length * size, size: 1 })).rows
      return shown.some(({ rows }) => rows.some(({ id }) => id === last?.id))
    })
  }, [fetchNextPage, isFetchingNextPage, refetch, resource, query, size, shown])
  const work = useListWork(resource, query)
  const rows = useMemo(() => {
    // A record that came in between moves one from page to page: it is shown once.
    const byId = new Map((pages.data?.pages ?? []).flatMap((page) => page.rows).map((row) => [row.id, row]))
    return [...byId.values()]
  }, [pages.data])
  return {
    ...controls,
    ...work,
    rows,
    total: pages.data?.pages.at(-1)?.total ?? 0,
    loading: pages.isPending && enabled,
    error: pages.error,
    hasMore: pages.hasNextPage,
    more,
    reload: () => pages.refetch({ throwOnError: true }),
  }
}

/** `unchoose`: what is gone, or has to be looked at again. */
function useListWork(resource: Resource, query: ListQuery, unchoose?: (ids: readonly string[]) => void): ListWork {
  const may = useMay()
  const ofRecords = useMemo(
    () => ({
      mayWith: (row: Row) => mayWith(resource, row, may),
      async removeOne(row: Row) {
        if (!resource.path) throw new Error('请设置url.delete属性!')
        try {
          await deleteSeen(resource, row)
          unchoose?.([row.id])
        } finally {
          // Also when it was refused: what is shown is probably not what there is.
          await forgetResource(resource)
        }
      },
    }),
    [resource, may, unchoose],
  )
  return {
    ...ofRecords,
    may: (verb) =>
      (Object.hasOwn(resource.actions, verb) || (resource.verbs as readonly string[]).includes(verb)) &&
      may(permissionOf(resource, verb)),
    async remove(rows) {
      if (!resource.path) throw new Error('请设置url.deleteBatch属性!')
      try {
        await deleteSeveral(resource, rows)
        unchoose?.(rows.map(({ id }) => id))
      } catch (error) {
        unchoose?.(changedSince(error, rows))
        throw error
      } finally {
        await forgetResource(resource)
      }
    },
    exportFile: (key, ids) => exportRows(resource, query, key, ids),
  }
}
