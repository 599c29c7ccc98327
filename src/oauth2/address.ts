/** What stands in the address when the browser comes back from a chat, and where it wanted to go. */
import { HOST_LOGIN, LOGIN } from '#model/addresses.ts'
import { safeRedirect } from '#headless/session/guard.ts'

/** The browser is on the page of the host's login. */
export interface Arrival {
  /** One-time code for a session. */
  code?: string
  /** `wechat_enterprise` or `dingtalk`, as the server wrote it. */
  source?: string
  /** Why there is none. */
  problem?: string
  /** For the administrator. */
  ref?: string
  /** Who the person is in the chat, where that is nobody here. */
  account?: string
  /** Path of our own. */
  wanted?: string
}

const texts = (query: URLSearchParams, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([ours, theirs]) => {
      const value = query.get(theirs)
      return value ? [[ours, value]] : []
    }),
  )

export function readArrival(at: Pick<Location, 'pathname' | 'search'> = location): Arrival | undefined {
  if (at.pathname.replace(/\/+$/, '') !== HOST_LOGIN) return undefined
  const query = new URLSearchParams(at.search)
  const wanted = safeRedirect(query.get('redirect'))
  return {
    ...texts(query, { code: 'oauth2LoginToken', source: 'thirdType', problem: 'problem', ref: 'ref', account: 'uuid' }),
    ...(wanted && { wanted }),
  }
}

/** The address without what may be used only once or says who sits here. */
export const cleanAddress = (wanted: string | undefined): string =>
  wanted ? `${HOST_LOGIN}?redirect=${encodeURIComponent(wanted)}` : HOST_LOGIN

/** Where to come back to: this very page with its query, or what a login page was opened for. */
export function wantedHere({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'> = location) {
  const isLogin = [HOST_LOGIN, LOGIN].includes(pathname.replace(/\/+$/, ''))
  return safeRedirect(isLogin ? new URLSearchParams(search).get('redirect') : pathname + search + hash)
}

/** DingTalk writes the corporation into the address when the page is opened from its workbench. */
export function corporationHere(at: Pick<Location, 'search'> = location): string | undefined {
  const corpId = new URLSearchParams(at.search).get('corpId')
  return corpId && /^[\w-]{1,128}$/.test(corpId) ? corpId : undefined
}
