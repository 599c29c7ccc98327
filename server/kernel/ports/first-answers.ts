import type { FastifyRequest } from 'fastify'

/** Who has just got in: what a sign-in answers, with one tenant at most, because whoever must choose asks nothing yet. */
export interface Entered {
  token: string
  tenantList?: readonly { id: number }[]
  /** All there are, by code. */
  sysAllDictItems?: Readonly<Record<string, unknown>>
}

/** The same as a page needs it; of a record with `dictItems`, those of its own fields, instead of all: they are a tenth. */
export type Shortened<T extends Entered> = T | (Omit<T, 'sysAllDictItems'> & { dictItems: Record<string, unknown> })

/**
 * What a page asks first, answered together with the session of whoever has just got in: on a slow line each question
 * costs half a second. Envelopes, by address with its prefix, as asked in `tenant`; what is refused or takes too long is
 * left out, so that the page asks it by itself. `address`: of our own, with its query. Never rejects.
 */
export type FirstAnswers = <T extends Entered>(
  request: FastifyRequest,
  entered: T,
  address: string,
) => Promise<Shortened<T> & { first: { tenant: string; answers: Readonly<Record<string, unknown>> } }>

declare module 'fastify' {
  interface FastifyInstance {
    firstAnswers: FirstAnswers
  }
}
