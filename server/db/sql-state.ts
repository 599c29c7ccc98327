import { isBroken, networkCodes } from './connection.ts'

/** The facts of a database error, wherever drizzle has wrapped it; undefined for any other error. */
export interface SqlState {
  code: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}

export function sqlState(error: unknown): SqlState | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint, table, column, detail } = at as Error & Partial<SqlState>
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !networkCodes.has(code))
      return { code, constraint, table, column, detail }
    // pg and its pool name a lost or unreachable server in words.
    if (isBroken(at)) return { code: '08006' }
  }
  return undefined
}

export const isUniqueViolation = (error: unknown) => sqlState(error)?.code === '23505'
export const isForeignKeyViolation = (error: unknown) => sqlState(error)?.code === '23503'
/** The disk is full, or so nearly that the embedded database refuses writes (HTTP 503). */
export const isReadOnly = (error: unknown) => /^(25006|53100)$/.test(sqlState(error)?.code ?? '')
/** The statement ran into its time limit, on either database. */
export const isQueryLimit = (error: unknown) => sqlState(error)?.code === '57014'
/** The database went away or cannot be reached; whether a commit happened is not known (HTTP 503). */
export const isConnectionLost = (error: unknown) => /^(08|57P|53300|25P03)/.test(sqlState(error)?.code ?? '')
/** Two transactions met; the same work may succeed when tried again. */
export const isSerializationFailure = (error: unknown) => /^40(001|P01)$/.test(sqlState(error)?.code ?? '')
