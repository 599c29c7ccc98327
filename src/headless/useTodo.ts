import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** One decision that waits for this person. */
export interface TodoItem {
  resource: string
  label: string
  id: string
  title: string
  summary: string
  amount: string | null
  status?: string
  applyTime?: string | null
  dueTime: string | null
  overdue?: boolean
}

export interface Todo {
  records: TodoItem[]
  total: number
}

export function useTodo() {
  return useQuery({
    queryKey: ['todo'],
    queryFn: ({ signal }) => api.get<Todo>('/sys/todo/list', undefined, { quiet: true, signal }),
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  })
}
