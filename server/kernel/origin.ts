import type { FastifyRequest } from 'fastify'
import type { Services } from './services.ts'

/** Where people reach us: said in PUBLIC_URL, otherwise what this browser typed. */
export const originOf = ({ settings }: Pick<Services, 'settings'>, request: FastifyRequest): string =>
  settings.publicUrl ?? `${request.protocol}://${request.host}`
