/**
 * A provider that moves takes its department along, with everything below and whatever belongs there: codes of departments
 * are how access answers which rows, so the old branch sees them no longer and the new one does, in one transaction.
 */
import { and, eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import type { Problems, Wire } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { onlyRow } from '../../db/only-row.ts'
import { live } from '../../db/live.ts'
import { isLockBusy } from '../../db/connect.ts'
import { session, userDepart } from '../../db/tables.ts'
import { task } from '../../db/task-tables.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { newId } from '../../kernel/id.ts'
import type { Change } from '../../resource/hooks.ts'
import { tableOf } from '../../db/table.ts'
import { onlineTables } from '../../resource/online.ts'
import { trace } from '../../resource/trace.ts'
import { localTime } from '../../resource/write.ts'
import { nextOrgCode } from '../../people/org-code.ts'

const departs = tableOf(resources.sysDepart)
const providers = tableOf(resources.serviceProvider)
const users = tableOf(resources.sysUser)

/** Records that follow in one transaction: more would hold everybody else up. */
export const MOST_FOLLOWING = 20_000
/** Shorter than the database waits before it looks for two who wait for each other: it is the move that gives way. */
const PATIENCE = '500ms'

/** Everything of the program that carries a department's code and is a tenant's own. */
const owned = allResources().filter(({ scope }) => scope !== 'members' && scope !== 'platform')

/** The tables of these, and of every online form: what is stopped may be published again. */
const ownedTables = async (tx: Tx): Promise<string[]> => [
  ...owned.map(({ table }) => table),
  ...(await onlineTables(tx)),
]
type Provider = Wire<typeof resources.serviceProvider>
type Moving = Change<Provider>

interface Depart {
  id: string
  orgCode: string
}

/** Moves the department of a provider under that of its new parent and sets `after.sysOrgCode`. Answers why not, at the field. */
export async function moveDepartment(change: Moving, before: Provider): Promise<Problems | void> {
  const { tx, after } = change
  try {
    await tx.execute(sql`select set_config('lock_timeout', ${PATIENCE}, true)`)
    const own = await departOf(change, before.departId)
    const above = await departOf(change, await departmentAbove(change, before))
    if (!own || !above) return { parentId: '服务商或新的上级没有部门，不能移动' }
    if (above.orgCode.startsWith(own.orgCode)) return { parentId: '新的上级的部门在自己的部门之下，不能移动' }
    const tables = await ownedTables(tx)
    const count = await followersOf(change, tables, own)
    if (count > MOST_FOLLOWING)
      return { parentId: `服务商及其下级共有 ${count} 条记录，超过一次可移动的 ${MOST_FOLLOWING} 条，不能更换上级` }
    after.sysOrgCode = await follow(change, tables, own, above)
    await tx.execute(sql`select set_config('lock_timeout', '0', true)`)
  } catch (error) {
    if (isLockBusy(error)) throw refused('该服务商的业务正在处理，请稍后再更换上级')
    throw error
  }
}

async function departOf({ tx, after }: Moving, id: string | null | undefined): Promise<Depart | undefined> {
  if (!id) return undefined
  const [row] = await tx
    .select({ id: departs.id, orgCode: departs.orgCode })
    .from(departs)
    .where(and(eq(departs.id, id), eq(departs.tenantId, after.tenantId), live(departs)))
    .for('update')
  return row?.orgCode == null ? undefined : { id: row.id, orgCode: row.orgCode }
}

/** The new parent's; of a provider that becomes a province, the one its province hung in. */
async function departmentAbove({ tx, after }: Moving, before: Provider): Promise<string | null | undefined> {
  const { rows } = await tx.execute<{ depart: string | null }>(
    after.parentId
      ? sql`select depart_id as depart from ${providers} where id = ${after.parentId} and ${live()}`
      : sql`
        with recursive up as (
          select p.id, p.parent_id, p.depart_id, 1 as depth from ${providers} p where p.id = ${before.id}
          union all
          select p.id, p.parent_id, p.depart_id, up.depth + 1 from ${providers} p join up on p.id = up.parent_id where up.depth < 10
        )
        select d.parent_id as depart from up join ${departs} d on d.id = up.depart_id order by up.depth desc limit 1`,
  )
  return rows[0]?.depart
}

const belongsTo = ({ after }: Moving, { orgCode }: Depart): SQL =>
  sql`tenant_id = ${after.tenantId} and sys_org_code like ${`${orgCode}%`}`

async function followersOf(change: Moving, tables: readonly string[], own: Depart): Promise<number> {
  const counts = tables.map(
    (table) => sql`(select count(*) from ${sql.identifier(table)} where ${belongsTo(change, own)})`,
  )
  const { rows } = await change.tx.execute<{ count: number }>(sql`select (${sql.join(counts, sql` + `)})::int as count`)
  return onlyRow(rows).count
}

/** Answers the new code of the department. */
async function follow(change: Moving, tables: readonly string[], own: Depart, above: Depart): Promise<string> {
  const { tx, caller, services, after } = change
  const tenantId = after.tenantId
  const code = await nextOrgCode(tx, tenantId, above)
  const moved = (column: unknown) => sql`${code} || substr(${column}, ${own.orgCode.length + 1}::int)`
  // Whoever is writing for one of these providers goes first, and what he wrote follows.
  await tx
    .select({ id: providers.id })
    .from(providers)
    .where(belongsTo(change, own))
    .orderBy(providers.id)
    .for('no key update')
  for (const table of tables)
    await tx.execute(
      sql`update ${sql.identifier(table)} set sys_org_code = ${moved(sql`sys_org_code`)} where ${belongsTo(change, own)}`,
    )
  const first = onlyRow(await tx.select().from(departs).where(eq(departs.id, own.id)))
  const branch = and(eq(departs.tenantId, tenantId), like(departs.orgCode, `${own.orgCode}%`))
  // Codes are numbered in each tenant: the chosen department may be another tenant's, which has not moved.
  const worksElsewhere = sql`exists (select from ${userDepart} w join ${departs} d on d.id = w.dep_id
    where w.user_id = ${users.id} and d.org_code = ${users.orgCode} and d.tenant_id <> ${tenantId} and ${live('d')})`
  const members = tx
    .select({ id: userDepart.userId })
    .from(userDepart)
    .where(inArray(userDepart.depId, tx.select({ id: departs.id }).from(departs).where(branch)))
  await tx
    .update(users)
    .set({ orgCode: moved(users.orgCode) })
    .where(and(like(users.orgCode, `${own.orgCode}%`), inArray(users.id, members), sql`not ${worksElsewhere}`))
  for (const table of [session, task])
    await tx
      .update(table)
      .set({ orgCode: moved(table.orgCode) })
      .where(and(eq(table.tenantId, tenantId), like(table.orgCode, `${own.orgCode}%`)))
  await tx
    .update(departs)
    .set({ orgCode: moved(departs.orgCode), orgType: sql`(length(${moved(departs.orgCode)}) / 3)::text` })
    .where(branch)
  await tx
    .update(departs)
    .set({ parentId: above.id, version: sql`${departs.version} + 1` })
    .where(eq(departs.id, own.id))
  // The old code stays taken below the old parent, and every code below it: whoever got it would see what still carries it.
  await tx.insert(departs).values({ ...first, id: newId(), sysOrgCode: own.orgCode, deleteTime: localTime(services) })
  const last = onlyRow(await tx.select().from(departs).where(eq(departs.id, own.id)))
  await trace(tx, caller, resources.sysDepart, [
    { operation: 'edit', id: own.id, version: last.version, before: first, after: last },
  ])
  return code
}
