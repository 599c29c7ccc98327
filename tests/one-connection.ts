import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'
import type { OpenDatabase } from '../server/db/connect.ts'

/**
 * Whoever holds a connection and waits for another can wait for ever, and as many as there are connections stop the server:
 * inside a transaction only `tx` is used. Watches a database from here on; `check` throws with the places where it was not so.
 */
export function watchConnections(database: Pick<OpenDatabase, 'db' | 'pool' | 'kept'>): { check(): void } {
  const inside = new AsyncLocalStorage<{ open: boolean }>()
  const offences = new Set<string>()

  for (const { db, pool } of [database, database.kept]) {
    const transaction = db.transaction.bind(db)
    db.transaction = (work, config) => {
      const mark = { open: true }
      return transaction(async (tx) => {
        try {
          return await inside.run(mark, () => work(tx))
        } finally {
          // What it has begun for afterwards is not inside any more.
          mark.open = false
        }
      }, config)
    }

    const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
    pool.connect = ((...args: unknown[]) => {
      if (inside.getStore()?.open) offences.add(placeOf(new Error()))
      return connect(...args)
    }) as Pool['connect']
  }

  return {
    check() {
      if (offences.size)
        throw new Error(`a second connection was asked for inside a transaction:\n${[...offences].join('\n\n')}`)
    },
  }
}

/** The lines of the stack that are ours. */
const placeOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.includes('/server/') && !line.includes('/db/connection.ts'))
    .join('\n')
