import { useQuery } from '@tanstack/react-query'
import { entryNamed } from '#resources/catalogue.ts'
import { api } from '../session/api.ts'

/** One decision that waits for this person. */
export interface TodoItem {
  resource: string
  label: string
  id: string
  version: number
  title: string
  summary: string
  amount: string | null
  status?: string
  applyTime?: string | null
  dueTime: string | null
  overdue?: boolean
  /** Whose it is, when this person decides as a deputy. */
  principal?: string | null
}

/** One decision this person took, or a deputy for them. */
export interface DecidedItem extends Pick<
  TodoItem,
  'resource' | 'label' | 'id' | 'title' | 'summary' | 'amount' | 'status'
> {
  step: string
  result: string
  reason: string | null
  /** 李四（代 张三） */
  person: string
  host: string
  time: string
}

export interface Todo {
  records: TodoItem[]
  total: number
}

/** Where 我的待办 is, on both shells. */

export function useTodo(pageSize = 20, pageNo = 1) {
  return useQuery({
    queryKey: ['todo', 'page', pageNo, pageSize],
    queryFn: ({ signal }) => api.get<Todo>('/sys/todo/list', { pageNo, pageSize }, { quiet: true, signal }),
    refetchOnWindowFocus: true,
    staleTime: 30_000,
    placeholderData: (before) => before,
  })
}

export function useDecided(pageSize = 20, pageNo = 1) {
  return useQuery({
    queryKey: ['todo', 'decided', pageNo, pageSize],
    queryFn: ({ signal }) =>
      api.get<{ records: DecidedItem[]; total: number }>(
        '/sys/todo/decided',
        { pageNo, pageSize },
        { quiet: true, signal },
      ),
    placeholderData: (before) => before,
  })
}

/** Decisions that can be taken on several records of this kind at once. */
export const batchActionsOf = (name: string): readonly string[] => entryNamed(name)?.together ?? []

/** Can it be ticked? What is somebody else's is decided one by one. */
export const batchable = (item: TodoItem): boolean => !item.principal && batchActionsOf(item.resource).length > 0
