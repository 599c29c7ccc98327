import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** Drizzle on either database; a transaction is one too. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
