import { and, eq, getTableName, inArray, isNull, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { tenantsOf } from '../db/open-tenants.ts'
import { session } from '../db/tables.ts'
import { openTenants } from '../people/access.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { close, type Hub } from './hub.ts'

const users = tableOf(resources.sysUser)
const tenants = tableOf(resources.sysTenant)
const AT_ONCE = 1000

/**
 * Closes what nothing stands behind any more: session expired or ended while nobody listened, person frozen or deleted, tenant
 * left, frozen or over. A socket stays in the tenant it was opened in; a page that goes on to another opens a new one.
 */
export async function closeEnded({ db, clock, log }: Services, hub: Hub): Promise<void> {
  const now = clock.now().toISOString()
  const sessions = hub.sessions()
  try {
    for (let from = 0; from < sessions.length; from += AT_ONCE) {
      const part = sessions.slice(from, from + AT_ONCE)
      const rows = await db
        .select({
          id: session.id,
          isOfNone: sql<boolean>`coalesce(trim(${users.relTenantIds}), '') = ''`,
          open: sql<string[]>`array(select ${tenants.id} from ${tenants} where ${openTenants}
            and ${tenants.id} = any(${sql.raw(tenantsOf(getTableName(users)))}))`,
        })
        .from(session)
        .innerJoin(users, eq(users.id, session.userId))
        .where(
          and(
            inArray(session.id, part),
            isNull(session.revokeTime),
            sql`${session.expireTime} > ${now}::timestamptz`,
            eq(users.status, 1),
            eq(users.delFlag, 0),
            live(users),
          ),
        )
      const alive = new Map(rows.map((row) => [row.id, row]))
      for (const id of part) {
        const good = alive.get(id)
        for (const line of hub.ofSession(id))
          if (!good || !(line.tenant ? good.open.includes(String(line.tenant)) : good.isOfNone))
            close(line, 'sessionEnded')
      }
    }
  } catch (error) {
    log.warn({ err: error }, '暂时无法核对实时连接的会话')
  }
}
