/** Hears what the nodes tell each other. One connection of the pool, taken with the first socket, taken anew when it breaks. */
import type { PoolClient } from 'pg'
import { onlyListens } from '../db/turns.ts'
import type { Services } from '../kernel/services.ts'
import { LIVE_CHANNEL, type LiveWord } from '../db/live-words.ts'

export interface Listener {
  /** Resolves when words are heard. Rejects when the database cannot be reached; asked again it tries again. */
  ready(): Promise<void>
  stop(): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** A line that was dropped without a word (a firewall, a host that died) says nothing to who only listens. */
const ASK_EVERY_MS = 30_000

/** `onGap`: words may have been missed. `askEveryMs`: how often the database is asked whether it is still there. */
export function listenTo(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  { onWord, onGap, askEveryMs = ASK_EVERY_MS }: { onWord(word: LiveWord): void; onGap(): void; askEveryMs?: number },
): Listener {
  let client: PoolClient | undefined
  let connecting: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let wait = FIRST_WAIT_MS
  let stopped = false

  async function connect(): Promise<void> {
    const mine = await pool.connect()
    onlyListens(pool, mine)
    mine.on('notification', ({ channel, payload }) => {
      if (channel === LIVE_CHANNEL) hear(payload)
    })
    mine.once('error', () => lost(mine))
    mine.once('end', () => lost(mine))
    try {
      await mine.query(`listen ${LIVE_CHANNEL}`)
    } catch (error) {
      mine.release(true)
      throw error
    }
    if (stopped) return mine.release(true)
    client = mine
    wait = FIRST_WAIT_MS
    askLater(mine)
  }

  /** An answer that does not come within the limit of every statement is none. */
  function askLater(mine: PoolClient) {
    clearTimeout(asking)
    asking = setTimeout(() => {
      if (client !== mine) return
      mine.query(`listen ${LIVE_CHANNEL}`).then(
        () => askLater(mine),
        () => lost(mine),
      )
    }, askEveryMs).unref()
  }

  function hear(payload: string | undefined) {
    try {
      onWord(JSON.parse(payload ?? '') as LiveWord)
    } catch (error) {
      log.warn({ error: (error as Error).message }, '无法读取实时消息')
    }
  }

  function lost(mine: PoolClient) {
    if (client !== mine) return
    client = undefined
    connecting = undefined
    mine.release(true)
    if (stopped) return
    log.warn('实时消息的数据库连接断开，正在重新连接')
    retry()
  }

  function retry() {
    clearTimeout(again)
    again = setTimeout(() => void ready().then(onGap, retry), wait).unref()
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  function ready(): Promise<void> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  return {
    ready,
    stop() {
      stopped = true
      clearTimeout(again)
      clearTimeout(asking)
      const mine = client
      client = undefined
      mine?.release(true)
    },
  }
}
