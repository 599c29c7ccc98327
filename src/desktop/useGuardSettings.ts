import { HOME, SSO_LOGIN } from '#model/addresses.ts'
import { useMemo } from 'react'
import type { Host } from '#adaptive/index.ts'
import { safeRedirect, type GuardSettings } from '#headless/session/guard.ts'
import { useSession } from '#headless/session/session.ts'
import { casBase } from '#oauth2/casBase.ts'
import { useHost } from './HostContext.ts'

/** The guard's settings on this device and for a person whose first page this is. */
export const guardSettings = (host: Host, homePath: string | null | undefined): GuardSettings => ({
  chat: host.signsIn,
  home: safeRedirect(homePath) ?? HOME,
  ...(casBase() && { sso: SSO_LOGIN }),
})

/** The same for this person. */
export function useGuardSettings(): GuardSettings {
  const host = useHost()
  const homePath = useSession((state) => state.info?.homePath)
  return useMemo(() => guardSettings(host, homePath), [host, homePath])
}
