/** What saving a person means besides the row: roles, departments, tenants, the first password. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { passwordProblem } from '#model/password.ts'
import { editable, permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { givenProblem, lastHolders, type LastHolder } from '../db/given-usernames.ts'
import { live } from '../db/live.ts'
import { userDepart, userRole } from '../db/tables.ts'
import { csv, heldIn } from '../people/access.ts'
import { BEYOND_RIGHTS, beyondRights } from '../people/within.ts'
import type { Caller } from '../kernel/caller.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import { list } from '../resource/conditions.ts'
import { ask, hookOf, type Change, type Question, type Row } from '../resource/hooks.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { refuseAdmins, refuseMoreRows, refuseOwnDeparts, refuseRolesBeyond, tenantOfRole } from './grants.ts'
import { takeDepartRoles } from './leave-department.ts'
import { difference, traceLink } from './links.ts'
import { hashPassword, setPassword } from '../people/password.ts'
import { notKept } from '../resource/parameters.ts'
import { departNames, peopleScope, withinDepart } from './people.ts'
import { BEYOND, beyondReach, refuseBeyondReach } from './shared-people.ts'
import { ledElsewhere, takeWhatWasGiven, tenantsLeft } from './leave-tenant.ts'

const departs = tableOf(resources.sysDepart)
const users = tableOf(resources.sysUser)
const tenants = tableOf(resources.sysTenant)
const roles = tableOf(resources.sysRole)

const ids = z.string().max(4000).nullish()
const echoes =
  'activitiSync clientId updateFromPage orgCodeTxt postText loginTenantId bpmStatus izBindThird sign signEnable mainDepPostId otherDepPostId positionType belongDepIds izHideContact lastPwdUpdateTime salt confirmpassword confirmPassword'
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const differs = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/** What would meet somebody in their other tenants too. */
const ENDS_EVERYWHERE: readonly string[] = ['delete', 'freeze', 'unfreeze']

/** Whoever has them gets in: 忘记密码, and codes for signing in, go there. */
const ACCOUNT_KEYS: readonly string[] = ['phone', 'email']

function reasonToStay(row: Row, caller: Caller): string | undefined {
  if (row.id === caller.userId) return '不能移出自己'
  return csv(row.relTenantIds as string | null).length > 1 ? undefined : '该用户只属于本租户，请改为冻结或删除'
}

/** Whose the names were. */
const heldNames: Question<LastHolder | undefined> = async (tx, changes) => {
  const nameOf = ({ after }: Pick<Change, 'after'>) => String(after.username ?? '')
  const holders = await lastHolders(tx, changes.map(nameOf))
  return (change) => holders.get(nameOf(change).toLowerCase())
}

export const saveUser = hookOf(resources.sysUser, {
  extras: {
    selectedroles: ids,
    selecteddeparts: ids,
    // What whoever chose them had before them, as `lastpermissionIds` of a role: what others gave or took since stays so.
    lastselectedroles: ids,
    lastselecteddeparts: ids,
    relTenantIds: ids,
    password: z.string().max(256).nullish(),
    ...notKept(echoes),
  },

  async check(change) {
    const { tx, caller, mode, before, after, extras } = change
    if (before) {
      await refuseAdmins(tx, caller, [before.id])
      if (before.id === caller.userId && after.status === 2) return { status: '不能冻结自己' }
      const changed = editable(resources.sysUser.fields).filter((name) => differs(before[name], after[name]))
      const reaches = async (verb: string) =>
        !(await beyondReach(tx, caller, [before.id], permissionOf(resources.sysUser, verb))).size
      const isFreezing = changed.every((name) => name === 'status')
      if (changed.length && !(await reaches('edit')) && !(isFreezing && (await reaches('freeze'))))
        return Object.fromEntries(changed.map((name) => [name, BEYOND]))
      const keys = changed.filter((name) => ACCOUNT_KEYS.includes(name))
      if (keys.length && (await beyondRights(tx, caller, [before.id])).size)
        return Object.fromEntries(keys.map((name) => [name, BEYOND_RIGHTS]))
    }
    const password = text(extras.password)
    const problem = mode !== 'edit' && password ? passwordProblem(password) : undefined
    if (problem) return { username: problem }
    const holder = mode === 'edit' ? undefined : await ask(change, heldNames)
    if (holder) return { username: givenProblem(String(after.username), holder, caller.tenantId) }
  },

  async beforeSave(change) {
    const { tx, caller, mode, before, after, extras } = change
    const given = text(extras.relTenantIds)
    if (mode !== 'edit') {
      after.relTenantIds = String(caller.tenantId)
      // Whatever password they get first, somebody else knows it.
      after.mustChangePassword = 'Y'
    }
    if (given !== undefined && given !== (before?.relTenantIds ?? ''))
      after.relTenantIds = await tenantsFor(tx, caller, list(given), csv(before?.relTenantIds as string | null))
    if (mode === 'edit') {
      for (const tenantId of tenantsLeft(before, after))
        after.departIds = await ledElsewhere(tx, csv(after.departIds), tenantId)
      return
    }
    const [first] = await codesOf(tx, caller, list(text(extras.selecteddeparts) ?? ''))
    after.orgCode = first ?? null
  },

  async afterSave({ tx, caller, mode, before, after, extras }) {
    const id = after.id
    const password = text(extras.password)
    if (mode !== 'edit' && password) await setPassword(tx, id, await hashPassword(password), 'other')
    const chosen = text(extras.selectedroles)
    if (chosen !== undefined)
      await setRoles(tx, caller, id, list(chosen), {
        traced: mode === 'edit',
        startedFrom: text(extras.lastselectedroles),
      })
    const departs = text(extras.selecteddeparts)
    if (departs !== undefined)
      await setDeparts(tx, caller, id, list(departs), {
        traced: mode === 'edit',
        startedFrom: text(extras.lastselecteddeparts),
      })
    if (mode === 'edit')
      for (const tenantId of tenantsLeft(before, after)) await takeWhatWasGiven(tx, caller, id, tenantId)
  },

  async beforeDelete({ tx, caller, row }) {
    if (row.id === caller.userId) throw refused('不能删除自己')
    if (row.username === 'admin') throw refused('不能删除内置管理员')
    await refuseAdmins(tx, caller, [row.id])
    await refuseBeyondReach(tx, caller, [row.id], permissionOf(resources.sysUser, 'delete'))
  },

  adds: ['alsoElsewhere'],

  async words(rows, { services, caller }) {
    const ids = rows.map((row) => row.id)
    const [departs, tenants, held] = await Promise.all([
      departNames(services.db, caller.tenantId, ids),
      tenantNames(services.db),
      roleNames(services.db, caller.tenantId, ids),
    ])
    for (const row of rows) {
      const mine = departs.get(row.id) ?? []
      const given = held.get(row.id) ?? []
      Object.assign(row, {
        departId: mine.map(({ id }) => id).join(',') || null,
        departId_dictText: mine.map(({ departName }) => departName).join(',') || null,
        roleIds: given.map(({ id }) => id).join(',') || null,
        roleIds_dictText: given.map(({ roleName }) => roleName).join(',') || null,
      })
      const own = departs.get(row.id)?.find(({ orgCode }) => orgCode === row.orgCode)
      // They signed in to another tenant last: its codes mean other departments here.
      if (row.orgCode) row.orgCode_dictText = own?.departName ?? '其他租户的部门'
      const named = csv(row.relTenantIds).map((id) =>
        caller.isAdmin || id === String(caller.tenantId) ? (tenants.get(id) ?? id) : '其他租户',
      )
      if (named.length) row.relTenantIds_dictText = [...new Set(named)].join('、')
    }
  },

  async decorate(rows, { services, caller }) {
    const names = await departNames(
      services.db,
      caller.tenantId,
      rows.map((row) => row.id),
    )
    for (const row of rows) {
      const mine = names.get(row.id) ?? []
      row.orgCodeTxt = mine.map(({ departName }) => departName).join(',')
      // The newer client shows the names only beside their ids.
      row.belongDepIds = mine.map(({ id }) => id).join(',')
    }
    const shared = rows.filter((row) => csv(row.relTenantIds).length > 1)
    const beyond = await beyondReach(
      services.db,
      caller,
      shared.map((row) => row.id),
      permissionOf(resources.sysUser, 'edit'),
    )
    for (const row of shared) if (beyond.has(row.id)) row.alsoElsewhere = true
  },

  forbids(row, caller, action) {
    if (action === 'leaveTenant') return reasonToStay(row, caller)
    return row.alsoElsewhere && ENDS_EVERYWHERE.includes(action) ? `${BEYOND}，可将其移出本租户` : undefined
  },

  offers: peopleScope,

  filters: {
    departId: (value, caller) =>
      or(
        ...list(value)
          .slice(0, 100)
          .map((id) => withinDepart(caller, id)),
      ) ?? sql`false`,
    code: (value) => inArray(users.id, list(value).slice(0, 1000)),
  },
})

/** The roles people have in this tenant. */
async function roleNames(db: Database, tenantId: number, userIds: readonly string[]) {
  const found = new Map<string, { id: string; roleName: string }[]>()
  if (!userIds.length) return found
  const rows = await db
    .select({ userId: userRole.userId, id: roles.id, roleName: roles.roleName })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.roleId))
    .where(and(inArray(userRole.userId, [...userIds]), heldIn(tenantId), live(roles)))
    .orderBy(roles.createTime, roles.id)
  for (const { userId, id, roleName } of rows) {
    const before = found.get(userId) ?? []
    if (!before.some((one) => one.id === id)) found.set(userId, [...before, { id, roleName }])
  }
  return found
}

async function tenantNames(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ id: tenants.id, name: tenants.name }).from(tenants)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The tenants a person belongs to; a caller gives and takes only what is theirs, an administrator all. */
async function tenantsFor(tx: Tx, caller: Caller, wanted: string[], before: string[]): Promise<string> {
  const { added, removed } = difference(before, wanted)
  const changed = [...added, ...removed]
  const foreign = changed.find((id) => !caller.isAdmin && id !== String(caller.tenantId))
  if (foreign) throw forbidden('只能分配当前租户')
  const found = added.length
    ? await tx
        .select({ id: tenants.id })
        .from(tenants)
        .where(and(inArray(tenants.id, added), live(tenants)))
    : []
  if (found.length !== added.length) throw notFound('租户')
  if (!wanted.length) throw refused('请至少选择一个租户')
  return [...new Set(wanted)].join(',')
}

/** Codes of departments the caller may use, in the order of the ids. */
async function codesOf(tx: Tx, caller: Caller, departIds: readonly string[]): Promise<string[]> {
  if (!departIds.length) return []
  const rows = (await tx
    .select({ id: departs.id, orgCode: departs.orgCode })
    .from(departs)
    .where(and(inArray(departs.id, [...departIds]), scopeOf(caller, resources.sysDepart)))) as {
    id: string
    orgCode: string
  }[]
  const codes = new Map(rows.map((row) => [row.id, row.orgCode]))
  return departIds.map((id) => {
    const code = codes.get(id)
    if (code === undefined) throw notFound('部门')
    return code
  })
}

interface Setting {
  traced: boolean
  /** The ids that were shown when they were chosen; undefined: those there are now. */
  startedFrom: string | undefined
}

/** What there will be: what was added and taken away, of what was shown, is done to what there is by now. */
function goalOf(before: readonly string[], wanted: readonly string[], startedFrom: string | undefined): string[] {
  if (startedFrom === undefined) return [...new Set(wanted)]
  const { added, removed } = difference(list(startedFrom), wanted)
  return [...new Set([...before, ...added])].filter((id) => !removed.includes(id))
}

/** Sets the roles the person has in the caller's tenant; those given in others stay. */
async function setRoles(tx: Tx, caller: Caller, userId: string, chosen: string[], setting: Setting): Promise<void> {
  const here = and(eq(userRole.userId, userId), heldIn(caller.tenantId))
  const rows = await tx.select({ id: userRole.roleId }).from(userRole).where(here).for('update')
  const before = rows.map(({ id }) => id)
  const wanted = goalOf(before, chosen, setting.startedFrom)
  const { added, removed } = difference(before, wanted)
  if (!added.length && !removed.length) return
  await refuseRolesBeyond(tx, caller, added)
  // A role that no longer exists may always be taken away.
  await refuseRolesBeyond(tx, caller, await stillThere(tx, removed))
  await refuseMoreRows(tx, caller, before, wanted)
  if (removed.length) await tx.delete(userRole).where(and(here, inArray(userRole.roleId, removed)))
  for (const roleId of added)
    await tx.insert(userRole).values({ userId, roleId, tenantId: await tenantOfRole(tx, caller, roleId) })
  if (setting.traced)
    await traceLink(tx, caller, resources.sysUser, userId, '分配角色', { roleIds: before }, { roleIds: wanted })
}

async function stillThere(tx: Tx, roleIds: string[]): Promise<string[]> {
  if (!roleIds.length) return []
  const rows = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(inArray(roles.id, roleIds), live(roles)))
  return rows.map(({ id }) => id)
}

/** Sets the departments the caller can see; those of other tenants and branches stay. */
async function setDeparts(tx: Tx, caller: Caller, userId: string, chosen: string[], setting: Setting): Promise<void> {
  const visible = await tx
    .select({ id: userDepart.depId })
    .from(userDepart)
    .innerJoin(departs, eq(departs.id, userDepart.depId))
    .where(and(eq(userDepart.userId, userId), scopeOf(caller, resources.sysDepart)))
  const before = visible.map(({ id }) => id)
  const wanted = goalOf(before, chosen, setting.startedFrom)
  const codes = await codesOf(tx, caller, wanted)
  const { added, removed } = difference(before, wanted)
  if (added.length || removed.length) refuseOwnDeparts(caller, [userId])
  if (removed.length)
    await tx.delete(userDepart).where(and(eq(userDepart.userId, userId), inArray(userDepart.depId, removed)))
  await takeDepartRoles(tx, [userId], removed)
  if (added.length) await tx.insert(userDepart).values(added.map((depId) => ({ userId, depId })))
  if (!added.length && !removed.length) return
  // The department signed in to must be one of theirs.
  await tx
    .update(users)
    .set({ orgCode: codes[0] ?? null })
    .where(and(eq(users.id, userId), codes.length ? sql`coalesce(${users.orgCode}, '') not in ${codes}` : undefined))
  if (setting.traced)
    await traceLink(tx, caller, resources.sysUser, userId, '分配部门', { departIds: before }, { departIds: wanted })
}
