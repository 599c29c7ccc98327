/** The way back for who has the machine but no account that opens: one person becomes an administrator who can come in. */
import { randomBytes } from 'node:crypto'
import { asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { validStates } from '#resources/system/permission.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { live } from '../db/live.ts'
import { menuPagesBack } from '../db/lock-out.ts'
import { EVERYWHERE, userRole } from '../db/tables.ts'
import { csv } from '../people/access.ts'
import { systemCaller } from '../resource/trail.ts'
import { tableOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'
import { forgiveEverywhere } from './login-failures.ts'
import { hashPassword, setPassword } from '../people/password.ts'

const users = tableOf(resources.sysUser)
const roles = tableOf(resources.sysRole)
const tenants = tableOf(resources.sysTenant)
const menus = tableOf(resources.sysPermission)

export interface Rescued {
  username: string
  /** Good for one login; then a new one is due. */
  password: string
  /** What was put right, in words. */
  mended: string[]
}

/** Of the data log. */
const OPERATION = '救援恢复'

/** Throws when there never was an account of that name. */
export async function rescue(db: Database, username: string): Promise<Rescued> {
  const password = `Vd-${randomBytes(9).toString('base64url')}7`
  const passwordHash = await hashPassword(password)
  const mended = await db.transaction(async (tx) => {
    // Of a deleted one and one that was made anew under the name, the one that is there.
    const [person] = await tx
      .select()
      .from(users)
      .where(eq(users.username, username))
      .orderBy(sql`${users.deleteTime} is not null`, desc(users.deleteTime))
      .limit(1)
      .for('update')
    if (!person) throw new Error(`没有用户名为“${username}”的账号`)
    const id = person.id
    const done: string[] = []
    if (person.deleteTime !== null || person.delFlag === 1) done.push('账号已从删除中恢复')
    if (person.status !== 1) done.push('账号已解冻')
    const openTenant = await openATenant(tx, csv(person.relTenantIds), done)
    await tx
      .update(users)
      .set({ status: 1, delFlag: 0, deleteTime: null, relTenantIds: openTenant, version: sql`${users.version} + 1` })
      .where(eq(users.id, id))
    await makeAdministrator(tx, id, done)
    await showMenus(tx, done)
    await setPassword(tx, id, passwordHash, 'other')
    await forgiveEverywhere(tx, username)
    const caller = { ...systemCaller(Number(csv(openTenant)[0] ?? 0)), host: '服务器' }
    await trace(tx, caller, resources.sysUser, [
      { operation: OPERATION, id, version: person.version + 1, after: { mended: done } },
    ])
    return done
  })
  return { username, password, mended }
}

/** The person's tenants, of which one is open and stays so. */
async function openATenant(tx: Tx, mine: string[], done: string[]): Promise<string> {
  const those = (where: SQL) =>
    tx
      .select()
      .from(tenants)
      .where(where)
      .orderBy(asc(sql`length(${tenants.id})`), asc(tenants.id))
      .for('update')
  const own = mine.length ? await those(inArray(tenants.id, mine)) : []
  // Tenants may be gone for good.
  const rows = own.length ? own : await those(live(tenants))
  const isOpen = (row: (typeof rows)[number]) =>
    row.deleteTime === null &&
    row.status === 1 &&
    row.endDate === null &&
    (row.beginDate === null || new Date(row.beginDate) <= new Date())
  const [first] = [...rows].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
  if (!first) return mine.join(',')
  if (!isOpen(first)) {
    await tx
      .update(tenants)
      .set({ status: 1, beginDate: null, endDate: null, deleteTime: null })
      .where(eq(tenants.id, first.id))
    done.push(`租户“${first.name}”已恢复正常`)
  }
  if (!mine.includes(first.id)) done.push(`账号已加入租户“${first.name}”`)
  return [...new Set([...mine, first.id])].join(',')
}

async function makeAdministrator(tx: Tx, userId: string, done: string[]): Promise<void> {
  const [known] = await tx.select().from(roles).where(eq(roles.roleCode, 'admin')).for('update')
  const roleId = known?.id ?? newId()
  if (!known) await tx.insert(roles).values({ id: roleId, roleCode: 'admin', roleName: '管理员' })
  else if (known.deleteTime !== null) await tx.update(roles).set({ deleteTime: null }).where(eq(roles.id, roleId))
  const given = await tx
    .insert(userRole)
    .values({ userId, roleId, tenantId: EVERYWHERE })
    .onConflictDoNothing()
    .returning()
  if (given.length) done.push('已授予管理员角色')
}

async function showMenus(tx: Tx, done: string[]): Promise<void> {
  const all = await tx.select().from(menus)
  const byId = new Map(all.map((row) => [row.id, row]))
  const hidden = new Set<string>()
  for (const page of all.filter(({ url }) => menuPagesBack.includes(String(url)))) {
    const passed = new Set<unknown>()
    for (let row: typeof page | undefined = page; row && !passed.has(row.id); row = byId.get(row.parentId ?? '')) {
      passed.add(row.id)
      if (row.deleteTime !== null || row.delFlag === 1 || row.status === validStates.invalid || row.hidden === true)
        hidden.add(row.id)
    }
  }
  if (!hidden.size) return
  await tx
    .update(menus)
    .set({ deleteTime: null, delFlag: 0, status: validStates.valid, hidden: false })
    .where(inArray(menus.id, [...hidden]))
  done.push('“菜单管理”和“角色管理”已重新显示')
}
