/**
 * A username is given once. Rows, files, messages and other systems know people by it, so whoever got the name of somebody
 * who has left would get what was theirs. A trigger of `sys_user` (migration 0055) keeps every name with its account, also of
 * who is gone for good; the name of an account that was deleted before anybody came in with it is free again.
 */
import { and, eq, exists, not, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from './live.ts'
import { tableOf } from './table.ts'
import { givenUsername } from './tables.ts'

/** SQLSTATE of a refusal; its message is for people. */
export const USERNAME_GIVEN = 'VD003'

/** As the trigger says it. */
export const givenBefore = (username: string): string =>
  `用户名“${username}”曾属于其他账号，不能再次使用，请换一个；如果是同一个人，请在用户回收站还原原账号`

const users = tableOf(resources.sysUser)

/** The name was somebody's who has left, or is a program's. Capitals make no other name. */
export async function wasGiven(db: Database | Tx, username: string): Promise<boolean> {
  const holder = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, givenUsername.username), live(users)))
  const [found] = await db
    .select({ userId: givenUsername.userId })
    .from(givenUsername)
    .where(and(sql`lower(${givenUsername.username}) = ${username.toLowerCase()}`, not(exists(holder))))
    .limit(1)
  return found !== undefined
}
