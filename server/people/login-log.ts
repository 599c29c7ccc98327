import type { FastifyRequest } from 'fastify'
import { logTypes, operateTypes } from '#resources/system/log.ts'
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { hostOf } from '../kernel/host.ts'
import { newId } from '../kernel/id.ts'
import { OPERATOR } from '../kernel/operator.ts'
import { csv, type Person } from './access.ts'

/** Where it is logged what somebody did in no tenant: in their first, and of people nobody knows at the operator's. */
export const tenantOfLog = (person?: Pick<Person, 'relTenantIds'>): number =>
  Number(csv(person?.relTenantIds)[0] ?? OPERATOR)

/** A row of the login log: who, from where, with what outcome. `logContent` begins with 用户名 as the log page expects. */
export async function logLogin(
  db: Database | Tx,
  request: FastifyRequest,
  entry: {
    /** As it was typed. */
    username: string
    /** Whose name it is, where somebody has it. */
    person?: Pick<Person, 'id' | 'realname' | 'relTenantIds'> | undefined
    tenantId?: number
    content: string
  },
): Promise<void> {
  const { username, person, content } = entry
  await db.insert(tableOf(resources.sysLog)).values({
    id: newId(),
    tenantId: entry.tenantId || tenantOfLog(person),
    logType: logTypes.login,
    operateType: operateTypes.query,
    logContent: `用户名: ${username.slice(0, 64)},${content}`,
    personId: person?.id,
    userid: username.slice(0, 64),
    username: person?.realname,
    ip: request.ip,
    host: hostOf(request.headers['user-agent']),
    requestUrl: request.url.split('?')[0]?.slice(0, 300),
    requestType: request.method,
    costTime: null,
  })
}
