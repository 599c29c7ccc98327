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
