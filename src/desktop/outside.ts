import { ALTERATION, HOST_LOGIN, LOGIN, REGISTER, REGISTER_RESULT, SSO_LOGIN } from '#model/addresses.ts'
import { later, type Later } from '#headless/connection/later.ts'

export interface OutsideProps {
  /** The person has begun to sign in. */
  onLikelyToEnter?: (() => void) | undefined
}

/** Pages that open without the main layout. */
export const outside: Readonly<Record<string, Later<OutsideProps>>> = {
  [LOGIN]: later(() => import('./screens/login/Login.tsx')),
  [HOST_LOGIN]: later(() => import('./screens/login/HostDoor.tsx')),
  [SSO_LOGIN]: later(() => import('./screens/login/SsoDoor.tsx')),
  [REGISTER]: later(() => import('./screens/register/Register.tsx')),
  [REGISTER_RESULT]: later(() => import('./screens/register/RegisterResult.tsx')),
  [ALTERATION]: later(() => import('./screens/alteration/Alteration.tsx')),
  '/test/home': later(() => import('./screens/home/TestHome.tsx')),
}
