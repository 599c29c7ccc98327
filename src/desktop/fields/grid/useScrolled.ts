import { useCallback, useSyncExternalStore, type RefObject } from 'react'

/** px the box is scrolled sideways. Up and down draws nothing anew. */
export function useScrolled(box: RefObject<HTMLElement | null>): number {
  const listen = useCallback(
    (hear: () => void) => {
      const element = box.current
      element?.addEventListener('scroll', hear, { passive: true })
      return () => element?.removeEventListener('scroll', hear)
    },
    [box],
  )
  return useSyncExternalStore(listen, () => box.current?.scrollLeft ?? 0)
}
