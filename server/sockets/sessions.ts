import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { session } from '../db/tables.ts'
import { tableOf } from '../resource/table.ts'
import type { Services } from '../services.ts'
import { close, type Hub } from './hub.ts'

const users = tableOf(resources.sysUser)
const AT_ONCE = 1000

/** Closes what a session no longer stands behind: expired, ended while nobody listened, person frozen or deleted. */
export async function closeEnded({ db, clock, log }: Services, hub: Hub): Promise<void> {
  const now = clock.now().toISOString()
  const sessions = hub.sessions()
  try {
    for (let from = 0; from < sessions.length; from += AT_ONCE) {
      const part = sessions.slice(from, from + AT_ONCE)
      const rows = await db
        .select({ id: session.id })
        .from(session)
        .innerJoin(users, eq(users.id!, session.userId))
        .where(
          and(
            inArray(session.id, part),
            isNull(session.revokeTime),
            sql`${session.expireTime} > ${now}::timestamptz`,
            eq(users.status!, 1),
            eq(users.delFlag!, 0),
            sql`${users.deleteTime} is null`,
          ),
        )
      const alive = new Set(rows.map(({ id }) => id))
      for (const id of part.filter((one) => !alive.has(one)))
        hub.ofSession(id).forEach((line) => close(line, 'sessionEnded'))
    }
  } catch (error) {
    log.warn({ error: (error as Error).message }, '暂时无法核对实时连接的会话')
  }
}
