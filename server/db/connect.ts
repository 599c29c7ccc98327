import { join } from 'node:path'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { clientClass, type ConnectionBehaviour } from './connection.ts'
import { FolderInUse } from './embedded-lock.ts'
import { startEmbedded, type Embedded, type EmbeddedOptions } from './embedded.ts'
import type { Log } from './log.ts'
import { valueTypes } from './value-types.ts'

export type { Log } from './log.ts'
export * from './sql-state.ts'

/** Drizzle on either database; a transaction is one too. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface OpenOptions {
  /** A PostgreSQL server. Absent: the embedded database in `dataDir`. */
  databaseUrl?: string
  dataDir: string
  timeZone?: string
  log: Log
  poolSize?: number
  queryLimitMs?: number
  idleInTransactionMs?: number
  /** Only for the embedded database. */
  embedded?: Partial<Pick<EmbeddedOptions, 'minFreeBytes' | 'freeBytes' | 'checkSpaceMs' | 'memory'>>
  /** When another process has the embedded database open, connect to it as a client instead of failing. */
  join?: boolean
}

export interface OpenDatabase {
  pool: pg.Pool
  db: Database
  embedded: boolean
  /** The embedded process, unless this is a server or another process's. */
  engine?: Embedded
  /** True while the disk is too full to write; such writes fail with SQLSTATE 25006. */
  readOnly(): boolean
  close(): Promise<void>
}

export const embeddedFolder = (dataDir: string) => join(dataDir, 'postgres')

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log, timeZone = 'Asia/Shanghai', poolSize = 10 } = options
  const { queryLimitMs = 30_000, idleInTransactionMs = 30_000 } = options
  const common: pg.PoolConfig = {
    max: poolSize,
    connectionTimeoutMillis: 20_000,
    types: valueTypes,
    application_name: 'voltdesk',
  }

  if (databaseUrl) {
    const pool = new pg.Pool({
      ...common,
      connectionString: databaseUrl,
      keepAlive: true,
      Client: clientClass(serverBehaviour),
      // The server ends a statement at its limit; ours is for a network that swallows the answer.
      query_timeout: queryLimitMs + 5000,
      onConnect: (client) => prepareSession(client, timeZone, queryLimitMs, idleInTransactionMs),
    })
    return opened(pool, log, { embedded: false, readOnly: () => false, close: () => Promise.resolve() })
  }

  const folder = embeddedFolder(dataDir)
  let engine: Embedded
  try {
    engine = await startEmbedded({ folder, log, timeZone, queryLimitMs, idleInTransactionMs, ...options.embedded })
  } catch (error) {
    if (!options.join || !(error instanceof FolderInUse)) throw error
    const { host, port } = error.holder
    const Client = clientClass(serverBehaviour)
    const pool = new pg.Pool({ ...common, host, port, user: 'postgres', database: 'postgres', Client })
    return opened(pool, log, { embedded: true, readOnly: () => false, close: () => Promise.resolve() })
  }
  const behaviour: ConnectionBehaviour = {
    ready: () => engine.ready(),
    async lost(backendPid, cause) {
      const reason = backendPid === undefined ? 'closed' : await engine.whyLost(backendPid)
      return reason === 'limit'
        ? failure('57014', `语句运行超过 ${queryLimitMs / 1000} 秒，已被终止`, cause)
        : connectionLost(cause)
    },
  }
  const pool = new pg.Pool({ ...common, ...engine.connection, Client: clientClass(behaviour), idleTimeoutMillis: 0 })
  return opened(pool, log, { embedded: true, engine, readOnly: () => engine.readOnly(), close: () => engine.stop() })
}

const failure = (code: string, message: string, cause: Error) => Object.assign(new Error(message, { cause }), { code })
const connectionLost = (cause: Error) => failure('08006', `数据库连接中断：${cause.message}`, cause)
const serverBehaviour: ConnectionBehaviour = {
  ready: () => Promise.resolve(),
  lost: (_, cause) => Promise.resolve(connectionLost(cause)),
}

/** A server may be set up otherwise; PGlite starts with these. Session mode is needed of a pooler in between. */
async function prepareSession(client: pg.ClientBase, timeZone: string, queryLimitMs: number, idleMs: number) {
  await client.query(
    `select set_config('TimeZone', $1, false), set_config('DateStyle', 'ISO, MDY', false),
      set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $3, false)`,
    [timeZone, String(queryLimitMs), String(idleMs)],
  )
}

function opened(pool: pg.Pool, log: Log, rest: Omit<OpenDatabase, 'pool' | 'db'>): OpenDatabase {
  // An idle connection that breaks is replaced at the next use.
  pool.on('error', (error) => log.warn({ error: error.message }, '数据库连接断开'))
  let closing: Promise<void> | undefined
  return {
    ...rest,
    pool,
    db: drizzle({ client: pool }),
    close: () => (closing ??= endPool(pool).then(rest.close)),
  }
}

/** `pool.end()` waits for clients that are out; one that never comes back must not hold up the stop. */
async function endPool(pool: pg.Pool) {
  const waited = new Promise<void>((resolve) => setTimeout(resolve, 5000).unref())
  await Promise.race([pool.end(), waited])
}
