/** Who in the chat is whom of the staff: rows of 聊天账号绑定. */
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { logTypes, operateTypes } from '#resources/system/log.ts'
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { newId } from '../kernel/id.ts'
import { live } from '../db/live.ts'
import { isUniqueViolation } from '../db/sql-state.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { findUser, type UserInfo } from '../people/entering.ts'
import { tenantOfLog } from '../people/login-log.ts'
import { askToBind, nobodyToBind, noLongerAsked } from './ask-to-bind.ts'
import type { Chat, ChatPerson } from '../kernel/ports/chat.ts'

const accounts = tableOf(resources.sysThirdAccount)

export interface Account {
  id: string
  thirdUserId: string
  thirdUserUuid: string | null
  sysUserId: string | null
  status: number
}

const columns = {
  id: accounts.id,
  thirdUserId: accounts.thirdUserId,
  thirdUserUuid: accounts.thirdUserUuid,
  sysUserId: accounts.sysUserId,
  status: accounts.status,
}

const ofChat = (chat: Pick<Chat, 'name' | 'corpId'>, ...more: (SQL | undefined)[]) =>
  and(
    eq(accounts.thirdType, thirdTypes[chat.name]),
    // Without a corporation it was bound before the chat was set up.
    inArray(accounts.corpId, [chat.corpId, '']),
    live(accounts),
    ...more,
  )

export async function accountOf(
  db: Database | Tx,
  chat: Pick<Chat, 'name' | 'corpId'>,
  { userId, unionId }: Pick<ChatPerson, 'userId' | 'unionId'>,
): Promise<Account | undefined> {
  const rows = (await db
    .select(columns)
    .from(accounts)
    .where(
      ofChat(chat, or(eq(accounts.thirdUserId, userId), unionId ? eq(accounts.thirdUserUuid, unionId) : undefined)),
    )
    .orderBy(sql`(${accounts.corpId} = ${chat.corpId}) desc, (${accounts.thirdUserId} = ${userId}) desc`)
    .limit(1)) as Account[]
  return rows[0]
}

/** Chat ids of these users where they are bound and not frozen: who can be told something there. */
export async function chatIdsOf(
  db: Database | Tx,
  chat: Pick<Chat, 'name' | 'corpId'>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (!userIds.length) return new Map()
  const rows = (await db
    .select({ sysUserId: accounts.sysUserId, thirdUserId: accounts.thirdUserId })
    .from(accounts)
    .where(ofChat(chat, inArray(accounts.sysUserId, [...userIds]), eq(accounts.status, 1)))) as {
    sysUserId: string
    thirdUserId: string
  }[]
  return new Map(rows.map(({ sysUserId, thirdUserId }) => [sysUserId, thirdUserId]))
}

export type Recognised = { userInfo: UserInfo } | { problem: 'unbound' | 'frozen' | 'left' }

/**
 * The member of staff behind somebody of the chat: by the bound account, else by the mobile number, which then binds.
 * Whoever is nobody here is kept without a user, for an administrator to bind.
 */
export async function recognise(services: Services, chat: Chat, person: ChatPerson): Promise<Recognised> {
  const { db } = services
  const known = (await ownAccount(services, chat, person)) ?? (await addAccount(services, chat, person))
  if (known.status !== 1) return { problem: 'frozen' }
  if (!(await markSeen(services, chat, person, known.id))) return { problem: 'unbound' }
  if (!known.sysUserId) {
    const found = await byMobile(db, person.mobile)
    if (found && found.status !== 1) return { problem: 'frozen' }
    // Two windows of one person may come at once.
    if (!found || !((await bind(services, known.id, found)) || (await isBoundTo(db, known.id, found.id)))) {
      // Who was not told to the end is asked for again before anybody is troubled.
      if (!person.incomplete)
        await askToBind(services, chat, person, known.id).catch((error: unknown) =>
          services.log.warn({ err: error, chat: chat.name }, '未能通知管理员绑定聊天账号'),
        )
      return { problem: 'unbound' }
    }
    await logBinding(services, chat, person, found)
    return { userInfo: found }
  }
  const userInfo = await findUser(db, { id: known.sysUserId })
  if (!userInfo) return { problem: 'left' }
  return userInfo.status === 1 ? { userInfo } : { problem: 'frozen' }
}

/**
 * The account of this very person. An id of the chat may be given to a newcomer when somebody leaves; who it was before is
 * told apart by the id of the person (`unionId`), and what the predecessor had is nobody's any more.
 */
async function ownAccount(services: Services, chat: Chat, person: ChatPerson): Promise<Account | undefined> {
  const known = await accountOf(services.db, chat, person)
  const before = known?.thirdUserUuid
  // Where the chat named no person, its own id stands there.
  const isAnother = person.unionId && before && before !== known.thirdUserId && before !== person.unionId
  if (!isAnother) return known
  await endBinding(services, chat, known.id, '已换人')
  return undefined
}

/** The account is nobody's any more; what was opened through it ends with it (`db/ended-rights.ts`). */
export async function endBinding(services: Services, chat: Chat, id: string, why: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx.update(accounts).set({ deleteTime: services.clock.now().toISOString() }).where(eq(accounts.id, id))
    await nobodyToBind({ tx, services }, id, why)
  })
  services.log.warn({ chat: chat.name, account: id }, `聊天账号${why}，绑定已解除`)
}

/** What the chat says about the person now, who may have come back under a new id. False when a row of before the set-up is in the way of another one. */
async function markSeen({ db, clock }: Services, chat: Chat, person: ChatPerson, id: string): Promise<boolean> {
  const { userId, unionId, name, avatar } = person
  return unlessTaken(() =>
    db
      .update(accounts)
      .set({
        corpId: chat.corpId,
        thirdUserId: userId,
        lastTime: clock.now().toISOString(),
        thirdUserUuid: unionId ?? userId,
        ...(name && { realname: name.slice(0, 100) }),
        ...(avatar && { avatar: avatar.slice(0, 500) }),
      })
      .where(eq(accounts.id, id))
      .returning({ id: accounts.id }),
  )
}

const logBinding = ({ db }: Services, chat: Chat, person: ChatPerson, user: UserInfo) =>
  db.insert(tableOf(resources.sysLog)).values({
    id: newId(),
    tenantId: tenantOfLog(user),
    logType: logTypes.operation,
    operateType: operateTypes.edit,
    logContent: `${chat.label}账号 ${person.userId} 按手机号绑定到用户 ${user.username}`,
    personId: user.id,
    userid: user.username,
    username: user.realname,
    host: chat.label,
  })

/** Two first sign-ins at once make one row. */
async function addAccount(services: Services, chat: Chat, person: ChatPerson): Promise<Account> {
  await services.db
    .insert(accounts)
    .values({
      id: newId(),
      tenantId: 0,
      thirdType: thirdTypes[chat.name],
      corpId: chat.corpId,
      thirdUserId: person.userId,
      thirdUserUuid: person.unionId ?? person.userId,
      realname: person.name?.slice(0, 100) ?? person.userId,
      status: 1,
      delFlag: 0,
      createBy: 'system',
      createTime: services.clock.now().toISOString(),
    })
    .onConflictDoNothing()
  return (await accountOf(services.db, chat, person))!
}

/** Mobile numbers come with the country's code or without. */
async function byMobile(db: Database, mobile: string | undefined): Promise<UserInfo | undefined> {
  const phone = mobile?.replace(/[\s-]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '')
  return phone && /^1\d{10}$/.test(phone) ? findUser(db, { phone }) : undefined
}

/** False when one of the two is bound already: then an administrator must decide. */
export const bind = (
  services: Services,
  accountId: string,
  user: Pick<UserInfo, 'id' | 'realname'>,
): Promise<boolean> =>
  unlessTaken(() =>
    services.db.transaction(async (tx) => {
      const done = await tx
        .update(accounts)
        .set({ sysUserId: user.id, version: sql`${accounts.version} + 1` })
        .where(and(eq(accounts.id, accountId), isNull(accounts.sysUserId), eq(accounts.status, 1), live(accounts)))
        .returning({ id: accounts.id })
      if (done.length) await noLongerAsked({ tx, services }, accountId, user.realname)
      return done
    }),
  )

async function isBoundTo(db: Database, accountId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: accounts.sysUserId })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), live(accounts)))
  return row?.userId === userId
}

/** Whoever unbinds or freezes the account now was before us, or waits for the end of this transaction. */
export async function isStillBound(
  tx: Tx,
  chat: Pick<Chat, 'name' | 'corpId'>,
  { userId, chatUserId }: { userId: string; chatUserId: string },
): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(ofChat(chat, eq(accounts.thirdUserId, chatUserId), eq(accounts.sysUserId, userId), eq(accounts.status, 1)))
    .for('share')
  return found.length > 0
}

/** False when a unique index says no, or nothing was there to change. */
async function unlessTaken(write: () => Promise<unknown[]>): Promise<boolean> {
  try {
    return (await write()).length === 1
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
