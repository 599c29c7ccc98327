import { useMemo } from 'react'
import { HOME, safeRedirect, type GuardSettings } from '#headless/guard.ts'
import { useSession } from '#headless/session.ts'
import { useHost } from './HostContext.ts'

/** The guard's settings on this device and for this person. */
export function useGuardSettings(): GuardSettings {
  const host = useHost()
  const homePath = useSession((state) => state.info?.homePath)
  return useMemo(() => ({ chat: host.signsIn, home: safeRedirect(homePath) ?? HOME }), [host, homePath])
}
