/** Work that one node at a time does: what a node holds is free again the moment its process or its connection ends. */
import { sql } from 'drizzle-orm'
import pg, { type Pool } from 'pg'
import { onlyRow } from '../db/only-row.ts'
import type { Leases } from '../kernel/ports/leases.ts'
import type { Log } from '../kernel/ports/log.ts'

/** The first half of every lock's number; the second is the name's. */
const CLASS = 'voltdesk lease'

/** A server whose machine is gone says nothing: the database gives its locks back after a minute instead of two hours. */
const NOTICE_SOON = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/**
 * `shared`: other nodes may work on the database. Then every lease is a lock, all of them on one connection beside the pool,
 * which is open while something is held.
 */
export function makeLeases({ pool, shared, log }: { pool: Pool; shared: boolean; log: Log }): Leases {
  const own = new Set<string>()
  let line: Promise<pg.Client> | undefined

  function connected(): Promise<pg.Client> {
    const opening = (async () => {
      const client = new pg.Client(pool.options)
      // With the connection the locks are gone; the work goes on, and others may begin the same.
      client.on('error', (error) => {
        if (line === opening) line = undefined
        log.warn({ error: error.message, held: [...own] }, '任务占用的数据库连接断开')
      })
      await client.connect()
      await client.query(NOTICE_SOON)
      return client
    })()
    opening.catch(() => {
      if (line === opening) line = undefined
    })
    return opening
  }

  async function lock(name: string): Promise<boolean> {
    const client = await (line ??= connected())
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as mine',
      [CLASS, name],
    )
    return onlyRow(rows).mine
  }

  /** Not held any more, or not got. */
  async function leave(name: string, held: boolean): Promise<void> {
    const at = line
    own.delete(name)
    if (!at) return
    if (!own.size) line = undefined
    try {
      const client = await at
      if (line !== at) await client.end()
      else if (held) await client.query('select pg_advisory_unlock(hashtext($1), hashtext($2))', [CLASS, name])
    } catch (error) {
      log.warn({ error: (error as Error).message }, '数据库连接未能正常关闭')
    }
  }

  return {
    async take(name) {
      if (own.has(name)) return undefined
      own.add(name)
      if (!shared) return async () => void own.delete(name)
      try {
        if (await lock(name)) return () => leave(name, true)
      } catch (error) {
        await leave(name, false)
        throw error
      }
      await leave(name, false)
      return undefined
    },
    async isHeld(db, name) {
      if (own.has(name)) return true
      if (!shared) return false
      // Numbers of locks are unsigned, those of names are not.
      const { rows } = await db.execute<{ held: boolean }>(sql`
        select exists (
          select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
            and database = (select oid from pg_database where datname = current_database())
            and classid::bigint = hashtext(${CLASS})::bigint & 4294967295
            and objid::bigint = hashtext(${name})::bigint & 4294967295
        ) as held`)
      return onlyRow(rows).held
    },
  }
}
