import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { credential } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { hashPassword, setPassword } from '../people/password.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SIGNS = '#@%+='

const some = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)]).join('')

/** Readable from a phone's screen: no 0, O, 1, l; a capital, letters, a sign, digits. */
const readablePassword = () => some(CAPITALS, 1) + some(LETTERS, 5) + some(SIGNS, 1) + some(DIGITS, 5)

/**
 * The job behind a login that an approval made: a password for one use goes to the person's phone. It is made here and
 * nowhere written down, so a message that could not be sent is tried again with another one. Does nothing once the
 * person has chosen a password.
 */
export async function sendFirstPassword(services: Services, userId: string): Promise<void> {
  const { db, sms, settings } = services
  const users = tableOf(resources.sysUser)
  const [user] = await db
    .select({ username: users.username, phone: users.phone, mustChange: users.mustChangePassword })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.phone) return
  const [known] = await db.select({ id: credential.userId }).from(credential).where(eq(credential.userId, userId))
  if (known && user.mustChange !== 'Y') return
  const password = readablePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction((tx) => setPassword(tx, userId, passwordHash, 'other'))
  await sms.say(
    user.phone,
    `【${settings.platformName}】您的代理商申请已通过。登录名 ${user.username}，初始密码 ${password}，首次登录须修改。`,
  )
}
