/** How often. Counters in the database hold for all nodes; the general one is per process, because it guards the process. */
import { isIPv6 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { onlyRow } from '../db/only-row.ts'
import type { Database } from '../kernel/database.ts'
import { CLOCKS_APART_MS } from '../kernel/services.ts'
import { keepNewest } from '../kernel/keep-newest.ts'
import { rateLimit } from '../db/tables.ts'
import { tooMany } from '../kernel/errors.ts'

/** What counts as one address: of IPv6 the first half, because all of a /64 is one customer's. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  // IPv4 in truth.
  if (/^::ffff:/i.test(ip)) return ip.slice('::ffff:'.length)
  const [before = [], after] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = after && Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...(zeros ?? []), ...(after ?? [])].slice(0, 4).join(':')
}

/** The longest window that anything is counted in. */
const LONGEST_SECONDS = 86_400

/** A window that ends later than one begun now was begun by a clock that was ahead: it would last as long as that was. */
const latestEnd = (windowSeconds: number, now: Date) =>
  new Date(now.getTime() + windowSeconds * 1000 + Math.min(windowSeconds * 1000, CLOCKS_APART_MS)).toISOString()

/** Counts one more; the number counted in this window. */
export async function count(db: Database, key: string, windowSeconds: number, now: Date): Promise<number> {
  const end = new Date(now.getTime() + windowSeconds * 1000).toISOString()
  const over = sql`(${rateLimit.windowEnd} <= ${now.toISOString()}::timestamptz
    or ${rateLimit.windowEnd} > ${latestEnd(windowSeconds, now)}::timestamptz)`
  const row = onlyRow(
    await db
      .insert(rateLimit)
      .values({ key, count: 1, windowEnd: end })
      .onConflictDoUpdate({
        target: rateLimit.key,
        set: {
          count: sql`case when ${over} then 1 else ${rateLimit.count} + 1 end`,
          windowEnd: sql`case when ${over} then ${end}::timestamptz else ${rateLimit.windowEnd} end`,
        },
      })
      .returning({ count: rateLimit.count }),
  )
  return row.count
}

/** What was counted so far, without counting. `windowSeconds`: as it is counted. */
export async function counted(
  db: Database,
  key: string,
  now: Date,
  windowSeconds: number = LONGEST_SECONDS,
): Promise<number> {
  const [row] = await db
    .select({ count: rateLimit.count })
    .from(rateLimit)
    .where(
      sql`${rateLimit.key} = ${key} and ${rateLimit.windowEnd} > ${now.toISOString()}::timestamptz
        and ${rateLimit.windowEnd} <= ${latestEnd(windowSeconds, now)}::timestamptz`,
    )
  return row?.count ?? 0
}

export const forget = (db: Database, key: string) => db.delete(rateLimit).where(eq(rateLimit.key, key))

/** Counts one more and throws 429 above the limit. */
export async function atMost(db: Database, key: string, limit: number, windowSeconds: number, now: Date) {
  if ((await count(db, key, windowSeconds, now)) > limit) throw tooMany('操作过于频繁，请稍后再试', windowSeconds)
}

/** Whether somebody has a number is said of a few of them, and not of many, at all doors together. */
export const asksFew = (db: Database, userId: string, now: Date) => atMost(db, `phone-taken:${userId}`, 30, 600, now)

const MINUTE = 60_000
const MOST_KEYS = 50_000

/** A fixed window of one minute in memory. Zero is no limit. */
export function perMinute(limit: number) {
  let windowStart = 0
  const counts = new Map<string, number>()
  return (key: string) => {
    if (!limit) return
    const now = Date.now()
    // Also when the clock jumps back.
    if (now - windowStart >= MINUTE || now < windowStart) {
      counts.clear()
      windowStart = now
    }
    const seen = (counts.get(key) ?? 0) + 1
    counts.set(key, seen)
    keepNewest(counts, MOST_KEYS)
    if (seen > limit) throw tooMany('请求过于频繁，请稍后再试', (windowStart + MINUTE - now) / 1000)
  }
}
