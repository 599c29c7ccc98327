/** A server that was tried as a demo becomes the real one: what was printed then must open nothing now. */
import { and, eq, inArray } from 'drizzle-orm'
import { listed } from '#model/listed.ts'
import { resources } from '#resources/index.ts'
import { userStates } from '#resources/system/userStates.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { credential } from '../db/tables.ts'
import type { Database } from '../kernel/database.ts'
import { hashPassword, passwordFits, setPassword } from '../people/password.ts'
import { trace } from '../resource/trace.ts'
import { systemCaller } from '../resource/trail.ts'
import { ADMIN, randomPassword, TENANT } from './organisation.ts'

const users = tableOf(resources.sysUser)

interface Known {
  /** Of the demo's people. */
  usernames: readonly string[]
  /** What all of them, and the administrator, began with. */
  password: string
  /** ADMIN_PASSWORD. */
  given: string | undefined
}

export interface Closed {
  /** Who was frozen. */
  frozen: string[]
  /** What the administrator has now; undefined when it was another one already. */
  adminPassword?: string
}

/** Freezes whoever still has the password that everybody knows; an administrator gets the given one, or a new one for one login. */
export async function closeDemo(db: Database, { usernames, password, given }: Known): Promise<Closed> {
  const people = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(inArray(users.username, [...usernames]), eq(users.status, userStates.normal), live(users)))
  const known = new Map<string, string>()
  // Whoever gives the known one as the administrator's wants it.
  for (const { id } of given === password ? people : [...people, { id: ADMIN }]) {
    const hash = await passwordFits(db, id, password)
    if (hash !== undefined) known.set(id, hash)
  }
  if (!known.size) return { frozen: [] }
  const next = given ?? randomPassword()
  const nextHash = await hashPassword(next)
  return db.transaction(async (tx) => {
    const closed: Closed = { frozen: [] }
    const rows = await tx
      .select({ id: users.id, username: users.username, version: users.version })
      .from(users)
      .where(inArray(users.id, [...known.keys()]))
      .orderBy(users.id)
      .for('update')
    for (const { id, username, version } of rows) {
      // Another node, or the person, may have been here meanwhile.
      const [now] = await tx.select({ hash: credential.passwordHash }).from(credential).where(eq(credential.userId, id))
      if (now?.hash !== known.get(id)) continue
      if (id === ADMIN) {
        await setPassword(tx, id, nextHash, given === undefined ? 'other' : 'owner')
        closed.adminPassword = next
      } else {
        await tx
          .update(users)
          .set({ status: userStates.frozen, version: version + 1 })
          .where(eq(users.id, id))
        closed.frozen.push(username)
      }
      const [operation, after] =
        id === ADMIN ? (['修改密码', {}] as const) : (['freeze', { status: userStates.frozen }] as const)
      await trace(tx, { ...systemCaller(TENANT), host: '服务器' }, resources.sysUser, [
        { operation, id, version: version + 1, after: { ...after } },
      ])
    }
    return closed
  })
}

/** What is said of it to whoever starts the server. */
export function closedWords({ frozen, adminPassword }: Closed, given: string | undefined): string[] {
  const words: string[] = []
  if (frozen.length)
    words.push(
      `此前以演示方式启动过：仍在用演示密码的账号已冻结（${listed(frozen)}），设置新密码后可以解冻。演示数据还在，正式使用建议换一个空的 DATA_DIR 或数据库`,
    )
  if (adminPassword !== undefined)
    words.push(
      given === undefined
        ? '管理员 admin 仍在用演示密码，已换成新密码（见启动信息，首次登录须修改）；没有看到新密码时请运行 npm run rescue -- admin'
        : '管理员 admin 仍在用演示密码，已改为 ADMIN_PASSWORD',
    )
  return words
}
