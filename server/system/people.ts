/** Which staff a caller may see, and how much of them. */
import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { masks } from '#model/masks.ts'
import { resources } from '#resources/index.ts'
import { hasPart, isBelow } from '../db/held-text.ts'
import { onlyRow } from '../db/only-row.ts'
import { allOf } from '../db/all-of.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { userDepart } from '../db/tables.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { notFound } from '../kernel/errors.ts'
import type { Row } from '../resource/hooks.ts'
import { finish, type Reading } from '../resource/list.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import { wireRow } from '../resource/wire.ts'
import { pageOf, type Paging } from '../resource/parameters.ts'

const users = tableOf(resources.sysUser)
const departs = tableOf(resources.sysDepart)

export const seesPeople = (caller: Caller): boolean => may(caller, 'system:user:list')

const codeBelow = (code: string) => isBelow(departs.orgCode, code)

/** People with a department that fits, in the caller's tenant. */
export const memberOf = (caller: Caller, depart: SQL | undefined): SQL =>
  inArray(
    users.id,
    sql`(select ${userDepart.userId} from ${userDepart} join ${departs} on ${departs.id} = ${userDepart.depId}
      where ${and(eq(departs.tenantId, caller.tenantId), live(departs), depart)})`,
  )

/** This department and everything below it. */
export const withinDepart = (caller: Caller, departId: string): SQL =>
  memberOf(
    caller,
    sql`${departs.orgCode} like (select d.org_code || '%' from sys_depart d where d.id = ${departId} and d.tenant_id = ${caller.tenantId} and ${live('d')})`,
  )

/**
 * Everybody signed in picks people now and then; without 用户管理 only those of the own department and below, so that a
 * provider's login does not list the platform's staff.
 */
export function peopleScope(caller: Caller): SQL {
  const visible = scopeOf(caller, resources.sysUser)
  if (seesPeople(caller)) return visible
  return allOf(
    visible,
    or(eq(users.id, caller.userId), caller.orgCode ? memberOf(caller, codeBelow(caller.orgCode)) : undefined),
  )
}

const PICKED = [
  'id',
  'username',
  'realname',
  'avatar',
  'sex',
  'orgCode',
  'workNo',
  'post',
  'status',
  'delFlag',
] as const

/** Rows as this reader may see them: whole with 用户管理, otherwise what a picker shows. */
export async function presentPeople(reading: Reading, records: Row[]): Promise<Row[]> {
  const rows: Row[] = records.map((record) => wireRow(resources.sysUser, record))
  await finish(reading, resources.sysUser, rows)
  if (seesPeople(reading.caller)) return rows
  return rows.map((row) => ({
    ...Object.fromEntries(
      [...PICKED, ...PICKED.map((name) => `${name}_dictText`), 'orgCodeTxt'].flatMap((name) =>
        name in row ? [[name, row[name]]] : [],
      ),
    ),
    phone: row.phone ? masks.phone(String(row.phone)) : null,
  }))
}

export async function peoplePage(reading: Reading, where: SQL | undefined, paging: Paging) {
  const { db } = reading.services
  const condition = and(peopleScope(reading.caller), where)
  const records = await db
    .select()
    .from(users)
    .where(condition)
    .orderBy(asc(users.sort), asc(users.createTime), asc(users.id))
    .limit(paging.pageSize)
    .offset((paging.pageNo - 1) * paging.pageSize)
  const count = onlyRow(
    await db
      .select({ total: sql<number>`count(*)::int` })
      .from(users)
      .where(condition),
  )
  return pageOf(await presentPeople(reading, records), count.total, paging)
}

export const peopleList = async (reading: Reading, where: SQL | undefined, most = 1000): Promise<Row[]> =>
  (await peoplePage(reading, where, { pageNo: 1, pageSize: most })).records

/** `*李*`, `李`: contains, whichever way the client writes it. */
export const contains = (name: 'username' | 'realname' | 'workNo', text: string | undefined): SQL | undefined => {
  const wanted = (text ?? '').replace(/^\*+|\*+$/g, '')
  return wanted ? hasPart(users[name], wanted) : undefined
}

/** The people of these ids, all of whom the caller must see; locked when in a transaction that changes them. */
export async function peopleNamed(
  db: Database | Tx,
  caller: Caller,
  ids: readonly string[],
  lock = false,
): Promise<{ id: string; username: string; version: number }[]> {
  if (!ids.length) return []
  const query = db
    .select({ id: users.id, username: users.username, version: users.version })
    .from(users)
    .where(and(inArray(users.id, [...ids]), scopeOf(caller, resources.sysUser)))
    .orderBy(asc(users.id))
  const rows = (await (lock ? query.for('update') : query)) as { id: string; username: string; version: number }[]
  if (rows.length !== new Set(ids).size) throw notFound('用户')
  return rows
}

/** Names of everybody's departments in this tenant: `总部,财务部`. */
export async function departNames(
  db: Database | Tx,
  tenantId: number,
  userIds: readonly string[],
): Promise<Map<string, { id: string; departName: string; orgCode: string }[]>> {
  const found = new Map<string, { id: string; departName: string; orgCode: string }[]>()
  if (!userIds.length) return found
  const rows = await db
    .select({ userId: userDepart.userId, id: departs.id, departName: departs.departName, orgCode: departs.orgCode })
    .from(userDepart)
    .innerJoin(departs, eq(departs.id, userDepart.depId))
    .where(and(inArray(userDepart.userId, [...userIds]), eq(departs.tenantId, tenantId), live(departs)))
    .orderBy(asc(departs.orgCode))
  for (const { userId, ...depart } of rows as { userId: string; id: string; departName: string; orgCode: string }[])
    found.set(userId, [...(found.get(userId) ?? []), depart])
  return found
}
