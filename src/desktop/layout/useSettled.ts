import { useSyncExternalStore } from 'react'
import { queryClient } from '#headless/session/queries.ts'

const LATEST_MS = 5_000

let settled = false
const isSettled = () => settled

function follow(changed: () => void): () => void {
  if (settled) return () => undefined
  const settle = () => {
    settled = true
    changed()
  }
  const timer = setTimeout(settle, LATEST_MS)
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status !== 'pending' && !queryClient.isFetching()) settle()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** True once the first page shows what it asked for, after 5 s in any case: what nobody came for is loaded then. */
export const useSettled = (): boolean => useSyncExternalStore(follow, isSettled)
