/** What comes in the page itself, as JSON in elements of these ids: asking for it would cost one more way there and back. */

/** What a page that somebody comes back to from a chat brings with it (`server/http/handed.ts`). */
export const HANDED = 'voltdesk-handed'
export interface Handed {
  /** The one in the address, which is used up by this. */
  code: string
  token: string
  tenant: string
  /** What the code is exchanged for. */
  login: unknown
  /** Envelopes, by address with its prefix; asked by this person in this tenant. */
  answers: Readonly<Record<string, unknown>>
}

/** What whoever comes asks at once: envelopes, by address with its prefix. */
export const TOLD = 'voltdesk-told'

/** What the person asks first whose session the browser's cookie names (`server/http/handed.ts`). */
export const OWN = 'voltdesk-own'
export interface Own {
  /** `whoseAnswers` of the session they were asked with. */
  whose: string
  /** Envelopes, by address with its prefix. */
  answers: Readonly<Record<string, unknown>>
}

/** Tells sessions apart without being one. */
export const whoseAnswers = (pageKey: string, tenant: string): string => `${tenant}.${pageKey.slice(-10)}`

/** MD5 of this is a session's page key: whoever has the one cannot find the other. */
export const pageKeyText = (token: string): string => `voltdesk-page:${token}`

/**
 * Names the session to the page alone, as `tenant.pageKey`. Cookies go to every port and path of a host, so it is not the
 * token: with it a page can be read, and nothing can be done.
 */
export const PAGE_COOKIE = 'voltdesk_page'
