/** What must be there before anybody can work: a tenant, its head department, positions, one administrator. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { orgCategories, departStates, deletionFlags } from '#resources/system/department.ts'
import { userIdentities } from '#resources/system/user.ts'
import { tableOf } from '../db/table.ts'
import { hashPassword } from '../people/password.ts'
import type { Tx } from '../kernel/database.ts'
import { OPERATOR } from '../kernel/operator.ts'
import { credential, EVERYWHERE, userDepart, userRole } from '../db/tables.ts'
import { insertMany } from '../db/bulk.ts'
import { seedId } from './seed-id.ts'

export const TENANT = OPERATOR
export const HEAD = seedId('depart', TENANT, 'A01')
export const ADMIN = seedId('user', 'admin')

/** Of every tenant there is. */
export async function tenantIds(tx: Tx): Promise<number[]> {
  const tenants = tableOf(resources.sysTenant)
  const rows = await tx.select({ id: tenants.id }).from(tenants).where(live(tenants))
  return rows.map(({ id }) => Number(id))
}

export async function seedOrganisation(tx: Tx, tenantName: string): Promise<void> {
  await insertMany(tx, tableOf(resources.sysTenant), [
    { id: String(TENANT), name: tenantName, status: 1, createBy: 'system' },
  ])
  await insertMany(tx, tableOf(resources.sysDepart), [
    {
      id: HEAD,
      tenantId: TENANT,
      sysOrgCode: 'A01',
      orgCode: 'A01',
      orgType: '1',
      orgCategory: orgCategories.company,
      parentId: '',
      departName: '总部',
      departOrder: 0,
      status: departStates.on,
      delFlag: deletionFlags.kept,
      createBy: 'system',
    },
  ])
  const positions: [code: string, name: string, rank: string][] = [
    ['general_manager', '总经理', '5'],
    ['director', '总监', '4'],
    ['manager', '部门经理', '3'],
    ['specialist', '专员', '2'],
    ['devleader', '研发主管', '3'],
  ]
  await insertMany(
    tx,
    tableOf(resources.sysPosition),
    positions.map(([code, name, postRank], sortNo) => ({
      id: seedId('position', TENANT, code),
      tenantId: TENANT,
      sysOrgCode: 'A01',
      code,
      name,
      postRank,
      sortNo,
      createBy: 'system',
    })),
  )
}

/** Readable aloud, and a letter, a digit and a sign whatever chance brings. */
export const randomPassword = () => `Vd-${randomBytes(9).toString('base64url')}7`

/** The administrator, unless there is one. Returns the password when it was made here. */
export async function seedAdmin(tx: Tx, at: Date, given: string | undefined): Promise<string | undefined> {
  const users = tableOf(resources.sysUser)
  const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.username, 'admin'))
  if (found) return undefined
  const password = given ?? randomPassword()
  // One moment for both: an unchanged password is recognised by it.
  const now = at.toISOString()
  await insertMany(tx, users, [
    {
      id: ADMIN,
      username: 'admin',
      realname: '管理员',
      status: 1,
      userIdentity: userIdentities.superior,
      orgCode: 'A01',
      departIds: HEAD,
      relTenantIds: String(TENANT),
      sort: 0,
      delFlag: 0,
      // A password made by us was printed on a screen.
      mustChangePassword: given === undefined ? 'Y' : 'N',
      createBy: 'system',
      createTime: now,
    },
  ])
  await insertMany(tx, credential, [{ userId: ADMIN, passwordHash: await hashPassword(password), changeTime: now }])
  await insertMany(tx, userRole, [{ userId: ADMIN, roleId: seedId('role', 'admin'), tenantId: EVERYWHERE }])
  await insertMany(tx, userDepart, [{ userId: ADMIN, depId: HEAD }])
  return password
}
