import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../session/api.ts'
import { useCan } from '../session/capabilities.ts'
import { nextWhole } from '../lists/endless.ts'
import type { DecidedItem, TodoItem } from './useTodo.ts'

export interface Endless<T> {
  items: readonly T[]
  total: number
  loading: boolean
  error: Error | null
  hasMore: boolean
  /** Both reject when nothing came. */
  more(): Promise<unknown>
  /** From the first page on. */
  reload(): Promise<unknown>
}

const SIZE = 20

interface Sent<T> {
  records: T[]
  total: number
}

function useEndless<T>(key: string, path: string, identify: (item: T) => string): Endless<T> {
  const pages = useInfiniteQuery({
    queryKey: ['todo', key],
    queryFn: ({ pageParam, signal }) =>
      api.get<Sent<T>>(path, { pageNo: pageParam, pageSize: SIZE }, { quiet: true, signal }),
    enabled: useCan('todo'),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * SIZE < last.total ? all.length + 1 : null),
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  })
  const { fetchNextPage, isFetchingNextPage, refetch } = pages
  const shown = pages.data?.pages
  const items = useMemo(() => {
    const all = (pages.data?.pages ?? []).flatMap((page) => page.records)
    return [...new Map(all.map((item) => [identify(item), item])).values()]
  }, [pages.data, identify])
  return {
    items,
    total: pages.data?.pages.at(-1)?.total ?? 0,
    loading: pages.isPending,
    error: pages.error,
    hasMore: pages.hasNextPage,
    more: useCallback(async () => {
      if (isFetchingNextPage || !shown) return
      await nextWhole({ fetchNextPage, refetch }, async () => {
        const at = { pageNo: shown.length, pageSize: SIZE }
        const last = (await api.get<Sent<T>>(path, at, { quiet: true })).records.at(-1)
        return (
          last !== undefined && shown.some(({ records }) => records.some((one) => identify(one) === identify(last)))
        )
      })
    }, [fetchNextPage, isFetchingNextPage, refetch, shown, path, identify]),
    reload: () => pages.refetch({ throwOnError: true }),
  }
}

export const todoKey = ({ resource, id }: Pick<TodoItem, 'resource' | 'id'>): string => `${resource}:${id}`
export const decidedKey = (item: DecidedItem): string => `${todoKey(item)}:${item.step}:${item.time}`

/** What waits for this person, the most urgent first, page after page. */
export const useTodoPages = (): Endless<TodoItem> => useEndless<TodoItem>('pages', '/sys/todo/list', todoKey)

/** What this person decided, the latest first, page after page. */
export const useDecidedPages = (): Endless<DecidedItem> =>
  useEndless<DecidedItem>('decided', '/sys/todo/decided', decidedKey)
