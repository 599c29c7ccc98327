/** What comes in the page itself, as JSON in elements of these ids, where asking for it would cost another way there and back. */

/** What a page that somebody comes back to from a chat brings with it (`server/http/handed.ts`), as JSON in an element of this id. */
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

/** What whoever comes asks at once is told in the page itself: envelopes, by address with its prefix, as JSON in an element of this id. */
export const TOLD = 'voltdesk-told'
