import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Answers with the page of the client as if it had been asked for at `address` (of our own, with its query), which then stands
 * in the browser instead of the one that was asked for.
 */
export type ClientPage = (request: FastifyRequest, reply: FastifyReply, address: string) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyInstance {
    clientPage: ClientPage
  }
}
