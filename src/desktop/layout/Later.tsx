import { Suspense, useDeferredValue, useSyncExternalStore, type ReactNode } from 'react'
import { isDrawn, whenDrawn } from '#headless/connection/firstPage.ts'

interface Props {
  /** Stands there until then, as large as what follows. */
  room?: ReactNode
  children: ReactNode
}

/** Drawn when the first page is: what leads elsewhere gives way to what somebody came for, on a slow processor by a second. */
export function Later({ room, children }: Props) {
  const now = useSyncExternalStore(whenDrawn, isDrawn)
  // In slices, between which a click is answered.
  return useDeferredValue(now) ? <Suspense fallback={room}>{children}</Suspense> : room
}
