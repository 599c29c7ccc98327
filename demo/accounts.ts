/** Departments below 总部, a second tenant, and one account for every role. */
import { and, eq, inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { orgCategories, departStates, deletionFlags } from '#resources/system/department.ts'
import { userStates } from '#resources/system/userStates.ts'
import { csv } from '../server/people/access.ts'
import { live } from '../server/db/live.ts'
import { tableOf } from '../server/db/table.ts'
import { hashPassword } from '../server/people/password.ts'
import type { Database, Tx } from '../server/kernel/database.ts'
import { credential, EVERYWHERE, userDepart, userRole } from '../server/db/tables.ts'
import { seedAppConfigs } from '../server/seed/app-config.ts'
import { insertMany } from '../server/db/bulk.ts'
import type { Account } from '../server/seed/index.ts'
import { ADMIN, TENANT } from '../server/seed/organisation.ts'
import { roles } from '../server/seed/roles.ts'
import { seedId } from '../server/seed/seed-id.ts'

export const SECOND_TENANT = 2
/** Providers' departments stand below it; consumers belong to it. */
export const OPERATIONS = 'A01A01'

export const departId = (orgCode: string, tenantId = TENANT) => seedId('depart', tenantId, orgCode)

export const departRow = (
  orgCode: string,
  departName: string,
  tenantId = TENANT,
  more: Record<string, unknown> = {},
) => ({
  id: departId(orgCode, tenantId),
  tenantId,
  sysOrgCode: orgCode,
  orgCode,
  orgType: String(orgCode.length / 3),
  orgCategory: orgCode.length === 3 ? orgCategories.company : orgCategories.department,
  parentId: orgCode.length === 3 ? '' : departId(orgCode.slice(0, -3), tenantId),
  departName,
  departOrder: Number(orgCode.slice(-2)),
  status: departStates.on,
  delFlag: deletionFlags.kept,
  createBy: 'admin',
  ...more,
})

interface Person {
  username: string
  realname: string
  role: string
  /** The first is the one signed in to. */
  departs: readonly string[]
  phone: string
  post?: string
  sex: 1 | 2
  leads?: readonly string[]
  tenants?: string
}

export const PROVIDER_ACCOUNT = 'provider01'

// Who works with what hangs on the providers sits in 总部: their departments are below it, beside 财务部 and 客服部.
export const people: readonly Person[] = [
  { username: 'ops_manager', realname: '周敏', role: 'operations-manager', departs: ['A01'], phone: '13800010001', post: 'manager', sex: 2, leads: ['A01A01'] },
  { username: 'operator', realname: '李伟', role: 'operator', departs: ['A01A01'], phone: '13800010002', post: 'specialist', sex: 1 },
  { username: 'finance', realname: '钱静', role: 'finance', departs: ['A01'], phone: '13800010003', post: 'manager', sex: 2, leads: ['A01A02'] },
  { username: 'service', realname: '孙丽', role: 'service', departs: ['A01'], phone: '13800010004', post: 'manager', sex: 2, leads: ['A01A03'] },
  { username: 'viewer', realname: '赵明', role: 'readonly', departs: ['A01'], phone: '13800010005', sex: 1 },
  { username: PROVIDER_ACCOUNT, realname: '黄建华', role: 'provider', departs: [], phone: '13800010006', sex: 1 },
  { username: 'two_departs', realname: '吴涛', role: 'operator', departs: ['A01A01', 'A01A03'], phone: '13800010007', post: 'specialist', sex: 1 },
  { username: 'two_tenants', realname: '郑海燕', role: 'operations-manager', departs: ['A01'], phone: '13800010008', post: 'manager', sex: 2, tenants: '1,2' },
  { username: 'cashier', realname: '沈佳琪', role: 'finance', departs: ['A01'], phone: '13800010009', post: 'specialist', sex: 2 },
  { username: 'kefu_chen', realname: '陈婷婷', role: 'service', departs: ['A01'], phone: '13800010010', post: 'specialist', sex: 2 },
] // prettier-ignore

export const usernames: readonly string[] = people.map(({ username }) => username)

export const accountId = (username: string) => (username === 'admin' ? ADMIN : seedId('user', username))
export const personOf = (username: string) => people.find((person) => person.username === username)!

/** `providerCode`: the department of the provider that signs in as provider01. */
export async function seedAccounts(tx: Tx, now: Date, providerCode: string, password: string): Promise<void> {
  await insertMany(tx, tableOf(resources.sysTenant), [
    { id: String(SECOND_TENANT), name: '伏特华南', status: 1, createBy: 'admin' },
  ])
  await seedAppConfigs(tx, SECOND_TENANT, () => true)
  await insertMany(tx, tableOf(resources.sysDepart), [
    departRow('A01A01', '运营部', TENANT, { mobile: '0755-86010001' }),
    departRow('A01A02', '财务部', TENANT, { mobile: '0755-86010002' }),
    departRow('A01A03', '客服部', TENANT, { mobile: '400-820-1616' }),
    departRow('A01', '华南公司', SECOND_TENANT),
  ])
  // One moment for both: an unchanged password is recognised by it.
  const createTime = now.toISOString()
  const departsOf = (person: Person) => (person.username === PROVIDER_ACCOUNT ? [providerCode] : person.departs)
  await insertMany(
    tx,
    tableOf(resources.sysUser),
    people.map((person, index) => ({
      id: accountId(person.username),
      username: person.username,
      realname: person.realname,
      sex: person.sex,
      phone: person.phone,
      email: `${person.username}@voltdesk.example`,
      workNo: `VD${String(index + 1).padStart(4, '0')}`,
      orgCode: departsOf(person)[0],
      status: 1,
      post: person.post && seedId('position', TENANT, person.post),
      userIdentity: person.leads ? 2 : 1,
      departIds: person.leads?.map((code) => departId(code)).join(','),
      relTenantIds: person.tenants ?? String(TENANT),
      sort: index + 1,
      delFlag: 0,
      mustChangePassword: 'N',
      createBy: 'admin',
      createTime,
    })),
  )
  // One hash for all: the demo's password is printed anyway.
  const passwordHash = await hashPassword(password)
  await insertMany(
    tx,
    credential,
    people.map(({ username }) => ({ userId: accountId(username), passwordHash, changeTime: createTime })),
  )
  await insertMany(
    tx,
    userRole,
    people.flatMap(({ username, role, tenants = String(TENANT) }) =>
      (role === 'admin' ? [EVERYWHERE] : csv(tenants).map(Number)).map((tenantId) => ({
        userId: accountId(username),
        roleId: seedId('role', role),
        tenantId,
      })),
    ),
  )
  await insertMany(
    tx,
    userDepart,
    people
      .flatMap((person) =>
        departsOf(person).map((code) => ({ userId: accountId(person.username), depId: departId(code) })),
      )
      .concat([{ userId: accountId('two_tenants'), depId: departId('A01', SECOND_TENANT) }]),
  )
}

/** The demo's accounts whose password is still the one they were made with; `given` is the administrator's when set. */
export async function demoAccounts(db: Database, password: string, given?: string): Promise<Account[]> {
  const users = tableOf(resources.sysUser)
  const rows = (await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(credential, eq(credential.userId, users.id))
    .where(
      and(
        inArray(users.id, ['admin', ...people.map(({ username }) => username)].map(accountId)),
        eq(credential.changeTime, users.createTime),
        // Frozen, once the server was started as the real one (`server/seed/after-demo.ts`).
        eq(users.status, userStates.normal),
        live(users),
      ),
    )) as { id: string }[]
  const unchanged = new Set(rows.map(({ id }) => id))
  const note = (person: Person) => (person.tenants ? '（两个租户）' : person.departs.length > 1 ? '（两个部门）' : '')
  const all = [
    // Given by whoever started the server: not ours to print.
    ...(given === undefined ? [{ id: ADMIN, role: '管理员', username: 'admin', password }] : []),
    ...people.map((person) => ({
      id: accountId(person.username),
      role: roles[person.role]!.name + note(person),
      username: person.username,
      password,
    })),
  ]
  return all.filter(({ id }) => unchanged.has(id)).map(({ id: _, ...account }) => account)
}
