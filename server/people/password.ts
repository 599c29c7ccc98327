import { hash, verify } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { live } from '../db/live.ts'
import { credential } from '../db/tables.ts'
import { refused } from '../kernel/errors.ts'
import { endSessionsOf, reasons } from './session.ts'
import { tableOf } from '../db/table.ts'

const users = tableOf(resources.sysUser)

/** OWASP's argon2id floor: 19 MiB, two passes, about 20 ms. Algorithm 2 is argon2id (the enum is erased at run time). */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let stranger: Promise<string> | undefined

/**
 * The kept hash that it fits, undefined when it fits none. Takes the same time whether or not there is such a person: an
 * unknown one is checked against a password nobody has.
 */
export async function passwordFits(
  db: Database | Tx,
  userId: string | undefined,
  password: string,
): Promise<string | undefined> {
  stranger ??= hashPassword(crypto.randomUUID())
  const [row] = await db
    .select({ hash: credential.passwordHash })
    .from(credential)
    .where(eq(credential.userId, userId ?? 'nobody'))
  const expected = row?.hash ?? (await stranger)
  // Longer ones are nobody's, and hashing megabytes would be a way to keep us busy.
  const fits = await verify(expected, password.slice(0, 256)).catch(() => false)
  return fits ? row?.hash : undefined
}

/**
 * First of all that changes a password or may not go on with an old one: with the person after the password, two of them
 * would wait for each other. Answers what may have changed meanwhile; undefined for whoever is gone.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<{ phone: string | null } | undefined> {
  const [row] = await tx
    .select({ phone: users.phone })
    .from(users)
    .where(and(eq(users.id, userId), live(users)))
    .for('update')
  return row
}

/** Whose person's row is locked: the password they came with may have been changed while it was looked at. */
export async function refuseIfChanged(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const [row] = await tx.select({ hash: credential.passwordHash }).from(credential).where(eq(credential.userId, userId))
  if (row?.hash !== passwordHash) throw refused('密码刚刚被修改，请用新密码登录')
}

/**
 * The one way a password changes: every session of the person ends, except the one it was changed in. What somebody else
 * chose is known to two people, so the owner makes a new one at the next login. Takes the hash, made before the
 * transaction, because hashing inside would keep everybody else waiting. Answers the moment it was changed at, ISO.
 */
export async function setPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  chosenBy: 'owner' | 'other',
  exceptSession?: string,
): Promise<string> {
  const changeTime = new Date().toISOString()
  const mustChangePassword = chosenBy === 'owner' ? 'N' : 'Y'
  // The person first, as in `lockPerson`.
  await tx.update(users).set({ mustChangePassword }).where(eq(users.id, userId))
  await tx
    .insert(credential)
    .values({ userId, passwordHash, changeTime })
    .onConflictDoUpdate({ target: credential.userId, set: { passwordHash, changeTime } })
  await endSessionsOf(tx, userId, reasons.passwordChanged, { except: exceptSession })
  return changeTime
}
