import { useEffect } from 'react'

/** A page that was asked for. */
interface Asked {
  data: { total: number; rows?: readonly unknown[]; records?: readonly unknown[] } | undefined
  /** The page before stands in its place still. */
  isPlaceholderData: boolean
}

/**
 * A page that lies beyond the last one, because what stood there was decided on or deleted, gives way to the last one. Answers
 * whether it does.
 */
export function useLastPage(
  { data, isPlaceholderData }: Asked,
  { page, size }: { page: number; size: number },
  setPage: (page: number) => void,
): boolean {
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.total / size)) : undefined
  const beyond = last !== undefined && !(data?.rows ?? data?.records)?.length && page > last
  useEffect(() => {
    if (beyond) setPage(last)
  }, [beyond, last, setPage])
  return beyond
}
