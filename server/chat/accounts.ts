/** Who in the chat is whom of the staff: rows of 聊天账号绑定. */
import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { typedMobile } from '#model/typedMobile.ts'
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
import type { Chat, ChatPerson, Proven } from '../kernel/ports/chat.ts'

const accounts = tableOf(resources.sysThirdAccount)

export interface Account {
  id: string
  thirdUserId: string
  thirdUserUuid: string | null
  sysUserId: string | null
  status: number
  /** As the chat told it last. */
  mobile: string | null
  /** 1: somebody took the binding away. */
  unbound: number | null
}

const columns = {
  id: accounts.id,
  thirdUserId: accounts.thirdUserId,
  thirdUserUuid: accounts.thirdUserUuid,
  sysUserId: accounts.sysUserId,
  status: accounts.status,
  mobile: accounts.mobile,
  unbound: accounts.unbound,
}

export const ofChat = (chat: Pick<Chat, 'name' | 'corpId'>, ...more: (SQL | undefined)[]) =>
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

export type Recognised = { userInfo: UserInfo } | { problem: 'unbound' | 'frozen' | 'busy' }

/**
 * The member of staff behind somebody of the chat: by the bound account, else by the mobile number, which then binds.
 * Whoever is nobody here is kept without a user, for an administrator to bind.
 */
export async function recognise(services: Services, chat: Chat, proven: Proven): Promise<Recognised> {
  const { db } = services
  const before = await accountOf(db, chat, proven)
  const person = await inFull(proven, before)
  const own = before && (await ownAccount(services, chat, person, before))
  const known = own ?? (await addAccount(services, chat, person))
  if (known.status !== 1) return { problem: 'frozen' }
  if (!(await markSeen(services, chat, person, known.id))) return { problem: 'unbound' }
  const bound = known.sysUserId ? await findUser(db, { id: known.sysUserId }) : undefined
  if (bound) return bound.status === 1 ? { userInfo: bound } : { problem: 'frozen' }
  if (known.sysUserId) await free(db, known)
  const found = known.unbound ? undefined : await byMobile(db, person.mobile)
  // Who had somebody here until now is not necessarily the frozen one of that number: an administrator decides.
  if (found && found.status !== 1 && !before?.sysUserId) return { problem: 'frozen' }
  if (found?.status === 1 && (await bindTo(services, chat, person, known.id, found))) return { userInfo: found }
  // Who was not told to the end is asked for again before anybody is troubled.
  if (person.incomplete && !known.unbound) return { problem: 'busy' }
  await askToBind(services, chat, person, known.id).catch((error: unknown) =>
    services.log.warn({ err: error, chat: chat.name }, '未能通知管理员绑定聊天账号'),
  )
  return { problem: 'unbound' }
}

/** So long somebody who is known waits for what the chat says of them besides. */
const PROFILE_MS = 2000

/** Whoever is known by the id of the person needs no more to be told apart; the number of a newcomer is worth waiting for. */
async function inFull({ profile, ...person }: Proven, known: Account | undefined): Promise<ChatPerson> {
  if (!profile || (known?.sysUserId && person.unionId)) return person
  if (!known?.sysUserId) return { ...person, ...(await profile()) }
  const enough = new AbortController()
  const late = pause(PROFILE_MS, { incomplete: true } as const, { signal: enough.signal })
  try {
    return { ...person, ...(await Promise.race([profile(), late])) }
  } finally {
    enough.abort()
  }
}

/**
 * The account of this very person. An id of the chat may be given to a newcomer when somebody leaves; what the predecessor
 * had is nobody's any more.
 */
async function ownAccount(
  services: Services,
  chat: Chat,
  person: ChatPerson,
  known: Account,
): Promise<Account | undefined> {
  if (!(await isAnother(services.db, person, known))) return known
  await endBinding(services, chat, known.id, '已换人')
  return undefined
}

/**
 * Told apart by the id of the person (`unionId`), and where the chat names none by the number. Somebody with a new number
 * looks like somebody new, and has to show once more who they are; that is better than letting a successor in. A number
 * that is told for the first time is only remembered: whoever was bound by hand may be another user than the one who has it.
 */
async function isAnother(db: Database, person: ChatPerson, known: Account): Promise<boolean> {
  const before = known.thirdUserUuid
  // Where the chat named no person, its own id stands there.
  if (person.unionId) return Boolean(before) && before !== known.thirdUserId && before !== person.unionId
  const mobile = typedMobile(person.mobile ?? '')
  if (!known.sysUserId || !mobile || known.mobile === null || mobile === known.mobile) return false
  const bound = await findUser(db, { id: known.sysUserId })
  return bound !== undefined && typedMobile(bound.phone ?? '') !== mobile
}

/** By the number. Two windows of one person may come at once. */
async function bindTo(services: Services, chat: Chat, person: ChatPerson, accountId: string, user: UserInfo) {
  const { db } = services
  const done =
    (await bind(services, accountId, user)) ||
    (await isBoundTo(db, accountId, user.id)) ||
    ((await endRenamed(services, chat, person, accountId, user)) && (await bind(services, accountId, user)))
  if (done) await logBinding(services, chat, person, user)
  return done
}

/** The same number under another id: the account was renamed, and nobody told us. True when it stood in the way. */
async function endRenamed(services: Services, chat: Chat, person: ChatPerson, accountId: string, user: UserInfo) {
  const mobile = typedMobile(person.mobile ?? '')
  // An id of the person goes with them: where there is another one, it is somebody else with that number.
  if (!mobile || person.unionId) return false
  const [old] = await services.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      ofChat(
        chat,
        eq(accounts.sysUserId, user.id),
        eq(accounts.mobile, mobile),
        eq(accounts.status, 1),
        ne(accounts.id, accountId),
      ),
    )
  if (!old) return false
  await endBinding(services, chat, old.id, '已改名')
  return true
}

/** Whoever was deleted is nobody: the account is as one that was never bound. */
const free = (db: Database, { id, sysUserId }: Account) =>
  db
    .update(accounts)
    .set({ sysUserId: null })
    .where(and(eq(accounts.id, id), eq(accounts.sysUserId, sysUserId!)))

/** The account is nobody's any more; what was opened through it ends with it (`db/ended-rights.ts`). */
export async function endBinding(services: Services, chat: Chat, id: string, why: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({
        deleteTime: services.clock.now().toISOString(),
        // What an administrator froze does not come back by the number alone.
        unbound: sql`case when ${accounts.status} = 1 then ${accounts.unbound} else 1 end`,
      })
      .where(eq(accounts.id, id))
    await nobodyToBind({ tx, services }, id, why)
  })
  services.log.warn({ chat: chat.name, account: id }, `聊天账号${why}，绑定已解除`)
}

/** What the chat says about the person now, who may have come back under a new id. False when a row of before the set-up is in the way of another one. */
async function markSeen({ db, clock }: Services, chat: Chat, person: ChatPerson, id: string): Promise<boolean> {
  const { userId, unionId, name, avatar } = person
  const mobile = typedMobile(person.mobile ?? '')
  return unlessTaken(() =>
    db
      .update(accounts)
      .set({
        corpId: chat.corpId,
        thirdUserId: userId,
        lastTime: clock.now().toISOString(),
        thirdUserUuid: unionId ?? userId,
        ...(name && { realname: name.slice(0, 100) }),
        ...(mobile && { mobile: mobile.slice(0, 32) }),
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
  const thirdUserUuid = person.unionId ?? person.userId
  // An administrator may have deleted the row instead of emptying it, or the person may be back, with another id of the chat.
  const [last] = await services.db
    .select({ unbound: accounts.unbound })
    .from(accounts)
    .where(
      and(
        eq(accounts.thirdType, thirdTypes[chat.name]),
        inArray(accounts.corpId, [chat.corpId, '']),
        or(
          eq(accounts.thirdUserUuid, thirdUserUuid),
          and(isNull(accounts.thirdUserUuid), eq(accounts.thirdUserId, person.userId)),
        ),
        isNotNull(accounts.deleteTime),
      ),
    )
    .orderBy(desc(accounts.deleteTime))
    .limit(1)
  await services.db
    .insert(accounts)
    .values({
      id: newId(),
      tenantId: 0,
      thirdType: thirdTypes[chat.name],
      corpId: chat.corpId,
      thirdUserId: person.userId,
      thirdUserUuid,
      unbound: last?.unbound ?? 0,
      realname: person.name?.slice(0, 100) ?? person.userId,
      status: 1,
      delFlag: 0,
      createBy: 'system',
      createTime: services.clock.now().toISOString(),
    })
    .onConflictDoNothing()
  return (await accountOf(services.db, chat, person))!
}

async function byMobile(db: Database, mobile: string | undefined): Promise<UserInfo | undefined> {
  const phone = typedMobile(mobile ?? '')
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
        .set({ sysUserId: user.id, unbound: 0, version: sql`${accounts.version} + 1` })
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
