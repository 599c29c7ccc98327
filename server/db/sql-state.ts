import { isBroken, networkCodes } from './connection.ts'

/** The facts of a database error, wherever drizzle has wrapped it; undefined for any other error. */
export interface SqlState {
  code: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
  message: string
}

export function sqlState(error: unknown): SqlState | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint, table, column, detail, message } = at as Error & Partial<SqlState>
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !networkCodes.has(code))
      return { code, constraint, table, column, detail, message }
    // pg and its pool name a lost or unreachable server in words.
    if (isBroken(at)) return { code: '08006', message: at.message }
  }
  return undefined
}

export const isUniqueViolation = (error: unknown) => sqlState(error)?.code === '23505'
export const isForeignKeyViolation = (error: unknown) => sqlState(error)?.code === '23503'
/** Also when it is so nearly full that the embedded database refuses writes. */
export const DISK_FULL = '53100'
/** A server that takes no writes: after a failover we may still talk to the one that follows. */
export const READ_ONLY = '25006'
const whyReadOnlyBy: Readonly<Record<string, string>> = {
  [DISK_FULL]: '存储空间不足',
  [READ_ONLY]: '数据库服务器目前只允许读取（可能正在切换主备）',
}
/** Why nothing can be written for now (HTTP 503), for people; undefined for any other error. */
export const whyReadOnly = (error: unknown): string | undefined => whyReadOnlyBy[sqlState(error)?.code ?? '']
export const isReadOnly = (error: unknown) => whyReadOnly(error) !== undefined
/** The statement ran into its time limit, on either database. */
export const isQueryLimit = (error: unknown) => sqlState(error)?.code === '57014'
/** Somebody else holds what was waited for, longer than this transaction is ready to wait. */
export const isLockBusy = (error: unknown) => sqlState(error)?.code === '55P03'
/** The database went away or cannot be reached; whether a commit happened is not known (HTTP 503). */
export const isConnectionLost = (error: unknown) => /^(08|57P|53300|25P03)/.test(sqlState(error)?.code ?? '')
/** Two transactions met; the same work may succeed when tried again. */
export const isSerializationFailure = (error: unknown) => /^40(001|P01)$/.test(sqlState(error)?.code ?? '')
