/** Access tokens and page tickets of the chats, one for all nodes: asked for rarely, and by one node at a time. */
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '../kernel/database.ts'
import { chatToken } from '../db/tables.ts'
import { ChatError } from '../kernel/ports/chat.ts'

export interface Fetched {
  value: string
  /** How long it is good. */
  seconds: number
}

/** Longer than a call to a chat may take. */
const LEASE_MS = 15_000
const LOOK_AGAIN_MS = 150
/** Given up this much before its end, so that no call starts with a token that dies on the way. */
const MARGIN_MS = 60_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface Tokens {
  /** The value of that key, fetched when there is none. `stale`: a value the chat no longer takes. */
  get(key: string, fetch: () => Promise<Fetched>, stale?: string): Promise<string>
}

export function sharedTokens(db: Database, now: () => Date): Tokens {
  const running = new Map<string, Promise<string>>()

  async function known(key: string, stale?: string): Promise<string | undefined> {
    const [row] = await db
      .select({ value: chatToken.value })
      .from(chatToken)
      .where(and(eq(chatToken.key, key), gt(chatToken.expireTime, now().toISOString())))
    return row?.value && row.value !== stale ? row.value : undefined
  }

  /** True for the one node that may ask now. */
  async function lease(key: string): Promise<boolean> {
    const until = new Date(now().getTime() + LEASE_MS).toISOString()
    await db.insert(chatToken).values({ key }).onConflictDoNothing()
    const taken = await db
      .update(chatToken)
      .set({ busyUntil: until })
      .where(and(eq(chatToken.key, key), or(isNull(chatToken.busyUntil), lt(chatToken.busyUntil, now().toISOString()))))
      .returning({ key: chatToken.key })
    return taken.length === 1
  }

  async function fetchAndKeep(key: string, fetch: () => Promise<Fetched>): Promise<string> {
    try {
      const { value, seconds } = await fetch()
      const life = seconds * 1000 - Math.min(MARGIN_MS, seconds * 500)
      const expireTime = new Date(now().getTime() + life).toISOString()
      await db.update(chatToken).set({ value, expireTime, busyUntil: null }).where(eq(chatToken.key, key))
      return value
    } catch (error) {
      await db.update(chatToken).set({ busyUntil: null }).where(eq(chatToken.key, key))
      throw error
    }
  }

  async function get(key: string, fetch: () => Promise<Fetched>, stale?: string): Promise<string> {
    for (let waited = 0; waited <= LEASE_MS; waited += LOOK_AGAIN_MS) {
      const value = await known(key, stale)
      if (value) return value
      if (await lease(key)) {
        // Somebody may have brought a new one between the look and the lease.
        const fresh = await known(key, stale)
        if (!fresh) return fetchAndKeep(key, fetch)
        await db.update(chatToken).set({ busyUntil: null }).where(eq(chatToken.key, key))
        return fresh
      }
      await pause(LOOK_AGAIN_MS)
    }
    throw new ChatError('等待访问凭证超时，请稍后重试', 'token-lease', true, undefined, 'busy')
  }

  return {
    get(key, fetch, stale) {
      const errand = `${key}\0${stale ?? ''}`
      const same = running.get(errand)
      if (same) return same
      const work = get(key, fetch, stale).finally(() => running.delete(errand))
      running.set(errand, work)
      return work
    },
  }
}
