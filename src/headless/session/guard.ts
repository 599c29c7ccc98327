/** What decides whether a page may be shown. */
import { HOST_LOGIN, isLogin, LOGIN, OPEN, SSO_LOGIN } from '#model/addresses.ts'

export interface GuardState {
  signedIn: boolean
  permissions: 'none' | 'loaded' | 'failed' | 'unreachable'
}
export interface GuardSettings {
  /** Inside WeCom or DingTalk: signing in happens by itself, without a password page. */
  chat: boolean
  home: string
  /** One more path that is open to everybody. */
  extraPublic?: string
  /** Where logged-out people go when single sign-on is on. */
  sso?: string
}

/** Stay here, go elsewhere, load the permissions first and ask again, or let the person try that once more. */
export type Verdict = { do: 'stay' } | { do: 'load' } | { do: 'retry' } | { do: 'go'; to: string; signOut?: true }

/** Of an address, without what follows it. */
export const pathOf = (address: string): string => (address.split(/[?#]/, 1)[0] || '/').replace(/(.)\/+$/, '$1')
const isSignIn = (path: string) => isLogin(path) || path === '/user' || path === '/'

/**
 * Where to go after signing in: a path of our own origin and never a login page, or undefined.
 * `//other.site` and `/\other.site` leave the origin, so they are none.
 */
export function safeRedirect(wanted: string | null | undefined): string | undefined {
  if (!wanted || !/^\/(?![/\\])[^\s\\]*$/.test(wanted)) return undefined
  try {
    const url = new URL(wanted, 'https://own.invalid')
    if (url.origin !== 'https://own.invalid' || isSignIn(pathOf(url.pathname))) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}

const redirectIn = (address: string) => new URLSearchParams(address.split('?')[1]?.split('#')[0] ?? '').get('redirect')
const withRedirect = (login: string, wanted: string | undefined) =>
  wanted ? `${login}?redirect=${encodeURIComponent(wanted)}` : login

const stay: Verdict = { do: 'stay' }
const go = (to: string): Verdict => ({ do: 'go', to })

/** `address` is path and query. Whatever it answers, following it ends: `tests/client/guard.test.ts` tries every state. */
export function guard(address: string, state: GuardState, settings: GuardSettings): Verdict {
  const path = pathOf(address)
  if (path === '/user') return go(LOGIN)
  const wanted = isLogin(path) ? safeRedirect(redirectIn(address)) : safeRedirect(address)
  return state.signedIn ? forMember(address, path, wanted, state, settings) : forStranger(path, wanted, settings)
}

/** Where an address leads in the end; the permissions are a question for inside. */
export function destination(address: string, signedIn: boolean, settings: GuardSettings): string {
  const verdict = guard(address, { signedIn, permissions: 'loaded' }, settings)
  return verdict.do === 'go' ? destination(verdict.to, signedIn, settings) : address
}

function forMember(
  address: string,
  path: string,
  wanted: string | undefined,
  { permissions }: GuardState,
  { home, extraPublic }: GuardSettings,
): Verdict {
  if (path === '/' && home !== '/') return go(home)
  if (isLogin(path)) return go(wanted ?? home)
  if (path === extraPublic && path !== pathOf(home)) return go(home)
  if (OPEN.includes(path)) return stay
  if (permissions === 'none') return { do: 'load' }
  if (permissions === 'unreachable') return { do: 'retry' }
  if (permissions === 'failed') return { do: 'go', to: withRedirect(LOGIN, safeRedirect(address)), signOut: true }
  return stay
}

function forStranger(path: string, wanted: string | undefined, { chat, extraPublic, sso }: GuardSettings): Verdict {
  const login = chat ? HOST_LOGIN : LOGIN
  if (path === login || path === extraPublic || OPEN.includes(path)) return stay
  if (path === LOGIN || path === HOST_LOGIN || (path === SSO_LOGIN && (chat || path !== sso)))
    return go(withRedirect(login, wanted))
  if (sso && !chat && sso !== path) return go(withRedirect(sso, wanted))
  if (sso && path === sso) return stay
  return go(withRedirect(login, wanted))
}
