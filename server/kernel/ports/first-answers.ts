import type { FastifyRequest } from 'fastify'

/** Whose answers: the token of a session, and the tenant it works in. */
export interface Mine {
  token: string
  tenant: string
}

/**
 * What a page asks first, answered together with the session of whoever has just got in: on a slow line each question
 * costs half a second. Envelopes, by address with its prefix; what is refused or takes too long is left out, so that the
 * page asks it by itself. `address`: of our own, with its query.
 */
export type FirstAnswers = (
  request: FastifyRequest,
  mine: Mine,
  address: string,
) => Promise<Readonly<Record<string, unknown>>>

declare module 'fastify' {
  interface FastifyInstance {
    firstAnswers: FirstAnswers
  }
}
