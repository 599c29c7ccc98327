import { ALTERATION, HOST_LOGIN, LOGIN, REGISTER, REGISTER_RESULT, SSO_LOGIN } from '#model/addresses.ts'
import { lazy, type ComponentType } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

export interface OutsideProps {
  /** The person has begun to sign in. */
  onLikelyToEnter?: (() => void) | undefined
}

/** Pages that open without the main layout. */
export const outside: Readonly<Record<string, ComponentType<OutsideProps>>> = {
  [LOGIN]: lazy(() => importWithTimeout(import('./screens/login/Login.tsx'))),
  [HOST_LOGIN]: lazy(() => importWithTimeout(import('./screens/login/HostDoor.tsx'))),
  [SSO_LOGIN]: lazy(() => importWithTimeout(import('./screens/login/SsoDoor.tsx'))),
  [REGISTER]: lazy(() => importWithTimeout(import('./screens/register/Register.tsx'))),
  [REGISTER_RESULT]: lazy(() => importWithTimeout(import('./screens/register/RegisterResult.tsx'))),
  [ALTERATION]: lazy(() => importWithTimeout(import('./screens/alteration/Alteration.tsx'))),
  '/test/home': lazy(() => importWithTimeout(import('./screens/home/TestHome.tsx'))),
}
