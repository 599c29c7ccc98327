import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { log } from '../db/tables.ts'
import { hostOf } from '../kernel/host.ts'

/** A row of the login log: who, from where, with what outcome. `logContent` begins with 用户名 as the log page expects. */
export async function logLogin(
  db: Database | Tx,
  request: FastifyRequest,
  entry: { username: string; userid?: string; tenantId?: number; content: string; costTime?: number },
): Promise<void> {
  await db.insert(log).values({
    id: newId(),
    logType: 1,
    operateType: 1,
    logContent: `用户名: ${entry.username.slice(0, 64)},${entry.content}`,
    userid: entry.username.slice(0, 64),
    username: entry.username.slice(0, 64),
    tenantId: entry.tenantId ?? 0,
    ip: request.ip,
    host: hostOf(request.headers['user-agent']),
    requestUrl: request.url.split('?')[0],
    requestType: request.method,
    costTime: entry.costTime,
  })
}
