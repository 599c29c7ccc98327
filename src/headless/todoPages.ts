import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from './api.ts'
import type { TodoItem } from './useTodo.ts'

export interface TodoPages {
  items: readonly TodoItem[]
  total: number
  loading: boolean
  error: Error | null
  hasMore: boolean
  more(): Promise<unknown>
  /** From the first page: pull to refresh. */
  reload(): Promise<unknown>
}

const SIZE = 20

interface Sent {
  records: TodoItem[]
  total: number
}

/** What waits for this person, the most urgent first, page after page. */
export function useTodoPages(): TodoPages {
  const pages = useInfiniteQuery({
    queryKey: ['todo', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Sent>('/sys/todo/list', { pageNo: pageParam, pageSize: SIZE }, { quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * SIZE < last.total ? all.length + 1 : null),
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  })
  const { fetchNextPage, isFetchingNextPage } = pages
  const items = useMemo(() => {
    const all = (pages.data?.pages ?? []).flatMap((page) => page.records)
    return [...new Map(all.map((item) => [`${item.resource}:${item.id}`, item])).values()]
  }, [pages.data])
  return {
    items,
    total: pages.data?.pages.at(-1)?.total ?? 0,
    loading: pages.isPending,
    error: pages.error,
    hasMore: pages.hasNextPage,
    more: useCallback(async () => {
      if (!isFetchingNextPage) await fetchNextPage()
    }, [fetchNextPage, isFetchingNextPage]),
    reload: pages.refetch,
  }
}
