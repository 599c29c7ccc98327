import { lazy, type ComponentType } from 'react'
import { ALTERATION, HOST_LOGIN, LOGIN, REGISTER, REGISTER_RESULT, SSO_LOGIN } from '#headless/guard.ts'
import { within } from '#headless/within.ts'

export interface OutsideProps {
  /** The person has begun to sign in. */
  onLikelyToEnter?: (() => void) | undefined
}

/** Pages that open without the main layout. */
export const outside: Readonly<Record<string, ComponentType<OutsideProps>>> = {
  [LOGIN]: lazy(() => within(import('./screens/login/Login.tsx'))),
  [HOST_LOGIN]: lazy(() => within(import('./screens/login/HostDoor.tsx'))),
  [SSO_LOGIN]: lazy(() => within(import('./screens/login/SsoDoor.tsx'))),
  [REGISTER]: lazy(() => within(import('./screens/register/Register.tsx'))),
  [REGISTER_RESULT]: lazy(() => within(import('./screens/register/RegisterResult.tsx'))),
  [ALTERATION]: lazy(() => within(import('./screens/alteration/Alteration.tsx'))),
  '/test/home': lazy(() => within(import('./screens/home/TestHome.tsx'))),
}
