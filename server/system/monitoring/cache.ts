/** What stands where JeecgBoot shows Redis: answers kept in this process, and the database they are about. */
import { sql } from 'drizzle-orm'
import { onlyRow } from '../../db/only-row.ts'
import type { Services } from '../../kernel/services.ts'
import { rememberedAnswers } from '../../resource/remembered.ts'

export const keptAnswers = ({ pool }: Services): number => rememberedAnswers(pool)

export interface CacheFact {
  key: string
  value: string
  description: string
}

interface Standing extends Record<string, unknown> {
  version: string
  bytes: string | null
  started: string | null
  connections: number | null
  hits: string | null
}

/** Undefined what this database does not tell: the embedded one keeps no statistics. */
export async function cacheFacts(services: Services): Promise<CacheFact[]> {
  const { db, pool } = services
  const { rows } = await db.execute<Standing>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
      to_char(pg_postmaster_start_time(), 'YYYY-MM-DD HH24:MI:SS') as started,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select round(100.0 * blks_hit / nullif(blks_hit + blks_read, 0), 2)::text from pg_stat_database
        where datname = current_database()) as hits`)
  const { version, bytes, started, connections, hits } = onlyRow(rows)
  const { rss, heapUsed } = process.memoryUsage()
  const facts: readonly [key: string, value: unknown, description: string][] = [
    ['kept_answers', keptAnswers(services), '本节点记住的查询结果（对应 Redis 键的数量）'],
    ['used_memory', rss, '本节点进程占用的内存，字节（对应 Redis 已用内存）'],
    ['used_memory_heap', heapUsed, '其中程序正在使用的堆内存，字节'],
    ['database_version', version, '数据库版本（对应 Redis 版本）'],
    ['database_bytes', bytes, '数据库占用的磁盘，字节'],
    ['database_started', started, '数据库启动时间'],
    ['database_connections', connections, '数据库的连接数（对应 Redis 已连接客户端）'],
    ['database_cache_hits', hits && `${hits}%`, '数据库在内存中找到数据的比例（对应 Redis 命中率）'],
    ['pool_total', pool.totalCount, '本节点连接池的连接数'],
    ['pool_idle', pool.idleCount, '其中空闲的连接'],
    ['pool_waiting', pool.waitingCount, '正在等待连接的请求'],
  ]
  return facts.flatMap(([key, value, description]) =>
    value === null || value === undefined || value === '' ? [] : [{ key, value: String(value), description }],
  )
}
