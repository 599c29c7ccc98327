/** Who is reached where: by binding, by the person's wish, else by the kind of notice. */
import { chatNames, isChat } from '#model/chatNames.ts'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import type { ChatName } from '../kernel/ports/chat.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { notifyPreference } from '../db/notify-tables.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import { noticeKinds, type NoticeKind } from './kinds.ts'

const table = tableOf(resources.sysThirdAccount)

export interface ChatAddress {
  channel: ChatName
  chatUserId: string
}

export interface Binding extends ChatAddress {
  userId: string
  /** When the account was bound, local text. */
  since: string
}

type Reading = { db: Database | Tx; services: Pick<Services, 'chats'> }

/** Accounts of these people in the chats that are set up. */
export async function bindingsOf({ db, services }: Reading, userIds: readonly string[]): Promise<Binding[]> {
  const chats = chatNames.flatMap((name) => services.chats.get(name) ?? [])
  if (!chats.length || !userIds.length) return []
  const rows = await db
    .select({ userId: table.sysUserId, type: table.thirdType, id: table.thirdUserId, since: table.createTime })
    .from(table)
    .where(
      and(
        inArray(table.sysUserId, [...userIds]),
        // Accounts of another corporation are of no use here.
        or(
          ...chats.map(({ name, corpId }) =>
            and(
              eq(table.thirdType, thirdTypes[name]),
              sql`coalesce(nullif(${table.corpId}, ''), ${corpId}) = ${corpId}`,
            ),
          ),
        ),
        live(table),
        sql`coalesce(${table.thirdUserId}, '') <> ''`,
        sql`coalesce(${table.status}::text, '1') = '1'`,
      ),
    )
    .orderBy(table.createTime, table.id)
  const found = rows.flatMap((row) =>
    chats
      .filter(({ name }) => thirdTypes[name] === row.type)
      .map(({ name }) => ({ userId: String(row.userId), channel: name, chatUserId: row.id, since: row.since })),
  )
  // One account of a person in a chat is enough, the newest.
  return [...new Map(found.map((binding) => [`${binding.userId} ${binding.channel}`, binding])).values()]
}

/** The chats a person wants for this kind, the first first; undefined when nothing was said. */
export async function wishesOf(
  db: Database | Tx,
  kind: NoticeKind,
  userIds: readonly string[],
): Promise<Map<string, ChatName[]>> {
  if (!userIds.length) return new Map()
  const rows = await db
    .select()
    .from(notifyPreference)
    .where(and(eq(notifyPreference.kind, kind), inArray(notifyPreference.userId, [...userIds])))
  return new Map(rows.map(({ userId, chats }) => [userId, chats.split(',').filter(isChat)]))
}

/** Of these people, those who can sign in, and work in this tenant. */
export async function activeOf(db: Database | Tx, userIds: readonly string[], tenantId: number): Promise<string[]> {
  const users = tableOf(resources.sysUser)
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, [...userIds]),
        eq(users.status, 1),
        eq(users.delFlag, 0),
        live(users),
        tenantId ? sql`(',' || ${users.relTenantIds} || ',') like ${`%,${tenantId},%`}` : undefined,
      ),
    )
  const active = new Set(rows.map(({ id }) => id))
  return userIds.filter((id) => active.has(id))
}

/** By person, the chats they are reached in, the first first. Who cannot sign in is not told anything. */
export async function routesOf(
  { db, services }: Reading,
  kind: NoticeKind,
  to: readonly string[],
  tenantId: number,
): Promise<Map<string, ChatAddress[]>> {
  const userIds = to.length ? await activeOf(db, [...new Set(to)], tenantId) : []
  const bindings = await bindingsOf({ db, services }, userIds)
  const wishes = bindings.length ? await wishesOf(db, kind, userIds) : new Map<string, ChatName[]>()
  const otherwise = noticeKinds[kind].chats ? chatNames : []
  return new Map(
    userIds.map((userId) => [
      userId,
      (wishes.get(userId) ?? otherwise).flatMap((channel) =>
        bindings
          .filter((binding) => binding.userId === userId && binding.channel === channel)
          .map(({ chatUserId }) => ({ channel, chatUserId })),
      ),
    ]),
  )
}
