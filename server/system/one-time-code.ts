/** Short secrets that are good once: picture captchas and SMS codes. Only an HMAC of them is kept. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../kernel/database.ts'
import { oneTimeCode } from '../db/tables.ts'
import { installHmac } from '../db/install-secret.ts'

const hashed = (db: Database, key: string, code: string) => installHmac(db, 'one-time-code', `${key}\0${code}`)

export interface OneTimeCode {
  key: string
  code: string
  seconds: number
  tries: number
  now: Date
}

/** Replaces an earlier one of the same key. */
export async function keepCode(db: Database, { key, code, seconds, tries, now }: OneTimeCode): Promise<void> {
  const values = {
    codeHash: await hashed(db, key, code),
    triesLeft: tries,
    expireTime: new Date(now.getTime() + seconds * 1000).toISOString(),
  }
  await db
    .insert(oneTimeCode)
    .values({ key, ...values })
    .onConflictDoUpdate({ target: oneTimeCode.key, set: values })
}

/** Is there one that could still be used? */
export async function hasCode(db: Database, key: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ key: oneTimeCode.key })
    .from(oneTimeCode)
    .where(and(eq(oneTimeCode.key, key), alive(now)))
  return row !== undefined
}

const alive = (now: Date) =>
  sql`${oneTimeCode.triesLeft} > 0 and ${oneTimeCode.expireTime} > ${now.toISOString()}::timestamptz`

/**
 * A wrong code uses one try. A right one is burnt, unless `keep`: then it stays as it was for the next step of the same
 * errand. The try is taken before the comparison, so parallel guesses do not get more of them.
 */
export async function codeFits(db: Database, key: string, code: string, now: Date, keep = false): Promise<boolean> {
  const given = await hashed(db, key, code)
  const [row] = await db
    .update(oneTimeCode)
    .set({ triesLeft: sql`${oneTimeCode.triesLeft} - 1` })
    .where(and(eq(oneTimeCode.key, key), alive(now)))
    .returning({ codeHash: oneTimeCode.codeHash })
  if (row?.codeHash !== given) return false
  const isThis = and(eq(oneTimeCode.key, key), eq(oneTimeCode.codeHash, given))
  if (keep) {
    await db
      .update(oneTimeCode)
      .set({ triesLeft: sql`${oneTimeCode.triesLeft} + 1` })
      .where(isThis)
    return true
  }
  const burnt = await db.delete(oneTimeCode).where(isThis).returning({ key: oneTimeCode.key })
  return burnt.length === 1
}

export const forgetCode = (db: Database, key: string) => db.delete(oneTimeCode).where(eq(oneTimeCode.key, key))
