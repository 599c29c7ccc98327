/** Where in the menu something is that a permission opens. */
import { asc, eq, getTableName, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { resources } from '#resources/index.ts'
import { partsOf } from '../../db/comma-joined.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { Tx } from '../../kernel/database.ts'

const own = tableOf(resources.sysPermission)
const above = alias(own, 'above')

/** A button is on the page above it. `/` where there is no page of ours. */
export async function addressOf(tx: Tx, code: string): Promise<string> {
  const [row] = await tx
    .select({ url: sql<string | null>`coalesce(nullif(${own.url}, ''), ${above.url})` })
    .from(own)
    .leftJoin(above, eq(above.id, own.parentId))
    .where(sql`${code} = any(${sql.raw(partsOf(`${getTableName(own)}.perms`))}) and ${live(own)}`)
    .orderBy(asc(own.menuType), asc(own.sortNo))
    .limit(1)
  return row?.url?.startsWith('/') ? row.url : '/'
}
