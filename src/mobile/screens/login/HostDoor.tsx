import { lazy } from 'react'
import { useSession } from '#headless/session/session.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { HostLogin } from '#oauth2/HostLogin.tsx'
import { useHost } from '../../HostContext.ts'

const Login = lazy(() => importWithTimeout(import('./Login.tsx')))

/** The host's own login; who belongs to several tenants or departments chooses as everybody does. */
export default function HostDoor() {
  const host = useHost()
  const choosing = useSession(({ token, choosing }) => Boolean(token && choosing))
  return choosing ? <Login /> : <HostLogin host={host} />
}
