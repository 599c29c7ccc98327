import { lazy, type ComponentType } from 'react'
import { LOGIN } from '#headless/guard.ts'
import { within } from '#headless/within.ts'

export interface OutsideProps {
  /** The person has begun to sign in. */
  onLikelyToEnter?: (() => void) | undefined
}

/** Pages that open without the main layout. Register, account change and the host's login join here. */
export const outside: Readonly<Record<string, ComponentType<OutsideProps>>> = {
  [LOGIN]: lazy(() => within(import('./screens/login/Login.tsx'))),
  '/test/home': lazy(() => within(import('./screens/home/TestHome.tsx'))),
}
