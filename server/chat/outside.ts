import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../kernel/database.ts'
import type { Clock } from '../kernel/services.ts'

/** What a chat needs of the server around it. */
export interface Outside {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'debug'>
  /** Where people reach the product, without a trailing slash. */
  publicUrl: string
}
