/**
 * A username is given once. Rows, files, messages and other systems know people by it, so whoever got the name of somebody
 * who has left would get what was theirs. A trigger of `sys_user` (migration 0055) keeps every name with its account, also of
 * who is gone for good; the name of an account that was deleted before anybody came in with it is free again.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from './live.ts'
import { tableOf } from './table.ts'
import { givenUsername } from './tables.ts'

/** SQLSTATE of a refusal; its message is for people. */
export const USERNAME_GIVEN = 'VD003'

/** As the trigger says it. */
export const givenBefore = (username: string): string => `用户名“${username}”曾属于其他账号，不能再次使用，请换一个`

const users = tableOf(resources.sysUser)

export interface LastHolder {
  /** Of a deleted account that may be restored there, comma-joined; null of a program's and of who is gone for good. */
  relTenantIds: string | null
}

/** Those of the names that were somebody's who has left, or are a program's; by their small letters. Capitals make no other name. */
export async function lastHolders(
  db: Database | Tx,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, LastHolder>> {
  const holding = alias(users, 'holding')
  const small = usernames.map((username) => username.toLowerCase())
  const name = sql<string>`lower(${givenUsername.username})`
  const found = await db
    .select({ name, relTenantIds: users.relTenantIds })
    .from(givenUsername)
    .leftJoin(users, eq(users.id, givenUsername.userId))
    .leftJoin(holding, and(eq(holding.username, givenUsername.username), live(holding)))
    .where(and(sql`${name} = any(${sql.param(small)}::text[])`, isNull(holding.id)))
  return new Map(found.map(({ name, relTenantIds }) => [name, { relTenantIds }]))
}

export const wasGiven = async (db: Database | Tx, username: string): Promise<boolean> =>
  (await lastHolders(db, [username])).size > 0

/** Does or did one of the names belong to anybody? */
export async function areGiven(db: Database | Tx, usernames: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ username: givenUsername.username })
    .from(givenUsername)
    .where(inArray(givenUsername.username, [...usernames]))
    .limit(1)
  return found.length > 0
}

/** Why a new account cannot be called so; to an administrator of the tenant also how the old one comes back. */
export function givenProblem(username: string, { relTenantIds }: LastHolder, tenantId: number): string {
  const isHere = `,${relTenantIds ?? ''},`.includes(`,${tenantId},`)
  return `${givenBefore(username)}${isHere ? '；如果是同一个人，请在用户回收站还原原账号' : ''}`
}
