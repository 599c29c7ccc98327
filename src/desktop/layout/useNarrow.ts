import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 1087.98px)')

/** Under 1088 px the sidebar is a drawer and there are no tabs. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = query()
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => query().matches,
  )
