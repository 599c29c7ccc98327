import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { FolderInUse } from '@voltdesk/pglite-server'
import { clientClass, type ConnectionBehaviour } from './connection.ts'
import { startEmbedded, type Embedded, type EmbeddedOptions } from './embedded.ts'
import type { Database } from '../kernel/database.ts'
import type { Log } from '../kernel/ports/log.ts'
import { DISK_FULL, READ_ONLY, sqlState } from './sql-state.ts'
import { watchTurns } from './turns.ts'
import { valueTypes } from './value-types.ts'

export type { Log } from '../kernel/ports/log.ts'
export * from './sql-state.ts'

export interface OpenOptions {
  /** A PostgreSQL server. Absent: the embedded database in `dataDir`. */
  databaseUrl?: string
  dataDir: string
  timeZone?: string
  log: Log
  /** Without the kept ones. */
  poolSize?: number
  queryLimitMs?: number
  idleInTransactionMs?: number
  /** Only for the embedded database. */
  embedded?: Partial<
    Pick<
      EmbeddedOptions,
      'minFreeBytes' | 'freeBytes' | 'checkSpaceMs' | 'memory' | 'aheadMs' | 'throwAway' | 'onBegun'
    >
  >
  /** When another process has the embedded database open, connect to it as a client instead of failing. */
  join?: boolean
}

interface Connections {
  pool: pg.Pool
  db: Database
}

export interface OpenDatabase extends Connections {
  /** A few more, for work that must not wait for others to give theirs back. */
  kept: Connections
  embedded: boolean
  /** The embedded process, unless this is a server or another process's. */
  engine?: Embedded
  /** True while the disk is too full to write; such writes fail with SQLSTATE 53100. */
  readOnly(): boolean
  close(): Promise<void>
}

const KEPT = 4

export const embeddedFolder = (dataDir: string) => join(dataDir, 'postgres')

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log, timeZone = 'Asia/Shanghai', poolSize = 14 } = options
  const { queryLimitMs = 30_000, idleInTransactionMs = 30_000 } = options
  const common: pg.PoolConfig = {
    max: poolSize,
    connectionTimeoutMillis: 20_000,
    types: valueTypes,
    application_name: 'voltdesk',
  }

  if (databaseUrl) {
    const config: pg.PoolConfig = {
      ...common,
      connectionString: databaseUrl,
      keepAlive: true,
      Client: clientClass(serverBehaviour),
      // The server ends a statement at its limit; ours is for a network that swallows the answer.
      query_timeout: queryLimitMs + 5000,
      onConnect: (client) => prepareSession(client, timeZone, queryLimitMs, idleInTransactionMs),
    }
    return opened(config, log, { embedded: false, readOnly: () => false, close: () => Promise.resolve() })
  }

  const folder = embeddedFolder(dataDir)
  let engine: Embedded
  try {
    engine = await startEmbedded({ folder, log, timeZone, queryLimitMs, idleInTransactionMs, ...options.embedded })
  } catch (error) {
    if (!options.join || !(error instanceof FolderInUse)) throw error
    const { host, port } = error.holder
    const Client = clientClass(serverBehaviour)
    const config = { ...common, host, port, user: 'postgres', database: 'postgres', Client }
    return opened(config, log, { embedded: true, readOnly: () => false, close: () => Promise.resolve() })
  }
  const behaviour: ConnectionBehaviour = {
    ready: () => engine.ready(),
    async lost(backendPid, cause) {
      const reason = backendPid === undefined ? 'closed' : await engine.whyLost(backendPid)
      return reason === 'limit'
        ? failure('57014', `语句运行超过 ${queryLimitMs / 1000} 秒，已被终止`, cause)
        : connectionLost(cause)
    },
    // It takes no writes for one reason only, and PostgreSQL has a name for that.
    named: (error) =>
      engine.readOnly() && sqlState(error)?.code === READ_ONLY ? failure(DISK_FULL, error.message, error) : error,
  }
  const config = { ...common, ...engine.connection(), Client: clientClass(behaviour), idleTimeoutMillis: 0 }
  return opened(config, log, { embedded: true, engine, readOnly: () => engine.readOnly(), close: () => engine.stop() })
}

const failure = (code: string, message: string, cause: Error) => Object.assign(new Error(message, { cause }), { code })
const connectionLost = (cause: Error) => failure('08006', `数据库连接中断：${cause.message}`, cause)
const serverBehaviour: ConnectionBehaviour = {
  ready: () => Promise.resolve(),
  lost: (_, cause) => Promise.resolve(connectionLost(cause)),
  // After a failover it still leads to the server that follows; a new one is let to the server that leads.
  leadsAstray: (error) => sqlState(error)?.code === READ_ONLY,
}

/**
 * A server may be set up otherwise; PGlite starts with these. Session mode is needed of a pooler in between. Compiling a
 * statement (`jit`) takes longer than the lists of a million rows that it would be done for.
 */
async function prepareSession(client: pg.ClientBase, timeZone: string, queryLimitMs: number, idleMs: number) {
  await client.query(
    `select set_config('TimeZone', $1, false), set_config('DateStyle', 'ISO, MDY', false),
      set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $3, false),
      set_config('jit', 'off', false)`,
    [timeZone, String(queryLimitMs), String(idleMs)],
  )
}

function opened(config: pg.PoolConfig, log: Log, rest: Omit<OpenDatabase, keyof Connections | 'kept'>): OpenDatabase {
  const pool = new pg.Pool(config)
  // Once there they stay: when they are needed the server may have no more to give.
  const kept = new pg.Pool({ ...config, max: KEPT, idleTimeoutMillis: 0 })
  watchTurns(pool, kept)
  // An idle connection that breaks is replaced at the next use.
  for (const one of [pool, kept]) one.on('error', (error) => log.warn({ error: error.message }, '数据库连接断开'))
  let closing: Promise<unknown> | undefined
  return {
    ...rest,
    pool,
    db: drizzle({ client: pool }),
    kept: { pool: kept, db: drizzle({ client: kept }) },
    close: async () => {
      closing ??= Promise.all([pool, kept].map(endPool)).then(rest.close)
      await closing
    },
  }
}

/** `pool.end()` waits for clients that are out; one that never comes back must not hold up the stop. */
async function endPool(pool: pg.Pool) {
  const waited = new Promise<void>((resolve) => setTimeout(resolve, 5000).unref())
  await Promise.race([pool.end(), waited])
}
