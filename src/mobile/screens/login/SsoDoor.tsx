import { lazy } from 'react'
import { useSession } from '#headless/session/session.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { CasLogin } from '#oauth2/CasLogin.tsx'

const Login = lazy(() => importWithTimeout(import('./Login.tsx')))

/** Single sign-on; who belongs to several tenants or departments chooses as everybody does. */
export default function SsoDoor() {
  const choosing = useSession(({ token, choosing }) => Boolean(token && choosing))
  return choosing ? <Login /> : <CasLogin />
}
