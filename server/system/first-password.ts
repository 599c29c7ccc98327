import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { credential } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import type { FirstPassword } from '../business/agent/agent-rules.ts'
import { hashPassword, lockPerson, setPassword } from '../people/password.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SIGNS = '#@%+='

const some = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)]).join('')

/** Readable from a phone's screen: no 0, O, 1, l; a capital, letters, a sign, digits. */
const readablePassword = () => some(CAPITALS, 1) + some(LETTERS, 5) + some(SIGNS, 1) + some(DIGITS, 5)

const CAUSES = { approved: '您的代理商申请已通过。', reset: '您的密码已被重置。' } as const

/**
 * The job behind a login that an approval made: a password for one use goes to the person's phone. It is made here and
 * nowhere written down, so a message that could not be sent is tried again with another one. Does nothing once the
 * person has chosen a password.
 */
export async function sendFirstPassword(
  services: Services,
  { userId, cause = 'approved', since }: FirstPassword,
): Promise<void> {
  const { db, sms, settings } = services
  const users = tableOf(resources.sysUser)
  const [user] = await db
    .select({ username: users.username, phone: users.phone, mustChange: users.mustChangePassword })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.phone) return
  const [known] = await db
    .select({
      changeTime: credential.changeTime,
      isSince: sql<boolean>`${credential.changeTime} = ${since ?? null}::timestamptz`,
    })
    .from(credential)
    .where(eq(credential.userId, userId))
  if (known && user.mustChange !== 'Y') return
  if (since && !known?.isSince) return
  const password = readablePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    // Whoever has set another one meanwhile meant that: what is tried again takes nothing back.
    const [now] = await tx
      .select({ changeTime: credential.changeTime })
      .from(credential)
      .where(eq(credential.userId, userId))
    if (now?.changeTime !== known?.changeTime) return
    await setPassword(tx, userId, passwordHash, 'other')
    // Before the end: a message that could not be sent leaves the password as it was, for the next try.
    await sms.say(
      user.phone!,
      `【${settings.platformName}】${CAUSES[cause]}登录名 ${user.username}，${cause === 'reset' ? '新' : '初始'}密码 ${password}，首次登录须修改。`,
    )
  })
}
