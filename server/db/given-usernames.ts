/**
 * A username is given once. Rows, files, messages and other systems know people by it, so whoever got the name of somebody
 * who has left would get what was theirs. A trigger of `sys_user` (migration 0055) keeps every name with its account, also of
 * who is gone for good; the name of an account that was deleted before anybody came in with it is free again.
 */
import { and, eq, exists, not, sql } from 'drizzle-orm'
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

/** Whose name it was: somebody's who has left, or a program's. Capitals make no other name. */
export async function lastHolder(
  db: Database | Tx,
  username: string,
): Promise<{ /** Who is gone for good is in no bin. */ tenantsOfBin: string | null } | undefined> {
  const holders = alias(users, 'holder')
  const [found] = await db
    .select({ tenantsOfBin: users.relTenantIds })
    .from(givenUsername)
    .leftJoin(users, eq(users.id, givenUsername.userId))
    .where(
      and(
        sql`lower(${givenUsername.username}) = ${username.toLowerCase()}`,
        not(
          exists(
            db
              .select({ id: holders.id })
              .from(holders)
              .where(and(eq(holders.username, givenUsername.username), live(holders))),
          ),
        ),
      ),
    )
    .limit(1)
  return found
}

export const wasGiven = async (db: Database | Tx, username: string): Promise<boolean> =>
  (await lastHolder(db, username)) !== undefined

/** Why a new account cannot be called so; to an administrator of the tenant also how the old one comes back. */
export async function nameProblem(db: Database | Tx, username: string, tenantId: number): Promise<string | undefined> {
  const holder = await lastHolder(db, username)
  if (!holder) return undefined
  const isHere = `,${holder.tenantsOfBin ?? ''},`.includes(`,${tenantId},`)
  return `${givenBefore(username)}${isHere ? '；如果是同一个人，请在用户回收站还原原账号' : ''}`
}
