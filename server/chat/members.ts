/** What a chat says of the members of its corporation: who left, who has another id now, who may not come in for a while. */
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { session } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { CLOCKS_APART_MS, type Services } from '../kernel/services.ts'
import { ChatError, type Chat } from '../kernel/ports/chat.ts'
import { endSessionsOf } from '../people/session.ts'
import { endBinding, ofChat } from './accounts.ts'

const accounts = tableOf(resources.sysThirdAccount)

/** The account of that id as the event means it: whoever has come since then is not who left, or has come back. */
async function accountThen(db: Database | Tx, chat: Chat, userId: string, at: Date) {
  const until = (ms: number) => sql`${new Date(at.getTime() + ms).toISOString()}::timestamptz`
  const [row] = await db
    .select({ id: accounts.id, sysUserId: accounts.sysUserId, thirdUserUuid: accounts.thirdUserUuid })
    .from(accounts)
    .where(
      ofChat(
        chat,
        eq(accounts.thirdUserId, userId),
        sql`coalesce(${accounts.createTime} <= ${until(0)}, true)`,
        sql`coalesce(${accounts.lastTime} <= ${until(CLOCKS_APART_MS)}, true)`,
      ),
    )
    .orderBy(sql`(${accounts.corpId} = ${chat.corpId}) desc`)
    .limit(1)
  return row
}

/**
 * Whoever left the corporation is out at once, not when their session ends, and their id is nobody's: it may be given to a
 * newcomer, whom not every chat tells apart. One that an administrator froze ends too, and whoever comes under that id, or
 * comes back, is not bound by the number.
 */
export async function leave(services: Services, chat: Chat, userIds: readonly string[], at: Date): Promise<void> {
  for (const userId of userIds) {
    const account = await accountThen(services.db, chat, userId, at)
    if (account) await endBinding(services, chat, account.id, '已离开企业')
  }
}

/** The account goes with its person to the new id, and whoever is given the old one is nobody here. */
export async function rename(services: Services, chat: Chat, from: string, to: string, at: Date): Promise<void> {
  if (from === to) return
  const account = await accountThen(services.db, chat, from, at)
  if (!account) return
  // They may have come under the new id before the chat told us of it, or somebody had it whose leaving we never heard of.
  const [there] = await services.db
    .select({ id: accounts.id, sysUserId: accounts.sysUserId })
    .from(accounts)
    .where(ofChat(chat, eq(accounts.thirdUserId, to)))
  if (there?.sysUserId && !(await accountThen(services.db, chat, to, at)))
    return endBinding(services, chat, account.id, '已改名')
  if (there) await endBinding(services, chat, there.id, there.sysUserId ? '已换人' : '已改名')
  await services.db
    .update(accounts)
    .set({
      thirdUserId: to,
      // Where the chat names no person, its own id stands there.
      ...(account.thirdUserUuid === from && { thirdUserUuid: to }),
      version: sql`${accounts.version} + 1`,
    })
    .where(eq(accounts.id, account.id))
  services.log.info({ chat: chat.name, account: account.id }, '聊天账号已改名，绑定保留')
}

/** The corporation keeps them out of the chat for a while: what they opened through it ends, and the account stays theirs. */
export async function suspend(services: Services, chat: Chat, userId: string, at: Date): Promise<void> {
  const account = await accountThen(services.db, chat, userId, at)
  if (account?.sysUserId)
    await endSessionsOf(services.db, account.sysUserId, `您的${chat.label}账号已被企业停用，请联系企业管理员`, {
      chat: chat.name,
    })
}

/** A night is long, and the limits of a chat are those of its messages too. */
const PACE_MS = 100
const MOST = 2000
/** Each account has its turn once in so many nights: some chats count every call of the month. */
const NIGHTS = 7
const DAY_MS = 86_400_000
/** So many errors one after the other are no hiccup. */
const MOST_ERRORS = 3

/** Wrong settings, or a limit that is used up: as wrong with the next. A system that is busy (-1) says to come again soon. */
const isFinal = ({ fault, code, afterMs }: ChatError): boolean =>
  fault === 'setup' || (afterMs !== undefined && code !== '-1')

/** Where the chat does not tell who left, it is asked: of everybody who is signed in through it, once a week. */
export async function lookAtMembers(services: Services): Promise<string> {
  const said: string[] = []
  for (const chat of services.chats.values()) if (chat.standingOf) said.push(await lookAt(services, chat))
  return said.join('；') || '没有可以核对成员的聊天软件'
}

async function lookAt(services: Services, chat: Chat): Promise<string> {
  const signedIn = await whoIsIn(services, chat)
  const found = { member: 0, suspended: 0, left: 0 }
  let [errors, inARow] = [0, 0]
  const told = (more = '') =>
    `${chat.label}核对 ${found.member + found.suspended + found.left} 人，离职 ${found.left} 人，停用 ${found.suspended} 人${errors ? `，${errors} 人没有结果` : ''}${more}`
  for (const userId of signedIn) {
    try {
      const at = services.clock.now()
      const standing = await chat.standingOf!(userId)
      found[standing] += 1
      inARow = 0
      if (standing === 'left') await leave(services, chat, [userId], at)
      if (standing === 'suspended') await suspend(services, chat, userId, at)
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      // Of one whom the app may not see nothing is known.
      const hidden = error.fault === 'range'
      inARow = hidden ? 0 : inARow + 1
      if (!hidden) errors += 1
      if (isFinal(error) || inARow === MOST_ERRORS) return told(`，已停止：${error.message}`)
    }
    await pause(PACE_MS)
  }
  return told()
}

async function whoIsIn({ db, clock }: Services, chat: Chat): Promise<string[]> {
  const now = clock.now().toISOString()
  const night = Math.floor(clock.now().getTime() / DAY_MS) % NIGHTS
  const turn = sql`mod(('x' || left(md5(${accounts.id}), 7))::bit(28)::int, ${sql.raw(String(NIGHTS))}) = ${night}::int`
  const open = db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.userId, accounts.sysUserId),
        eq(session.chat, chat.name),
        isNull(session.revokeTime),
        gt(session.expireTime, now),
      ),
    )
  const rows = (await db
    .select({ userId: accounts.thirdUserId })
    .from(accounts)
    .where(ofChat(chat, eq(accounts.status, 1), turn, exists(open)))
    .orderBy(sql`md5(${accounts.id} || ${now.slice(0, 10)})`)
    .limit(MOST)) as { userId: string }[]
  return rows.map(({ userId }) => userId)
}
