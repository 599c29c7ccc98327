/** The live connections of this process. Ten thousand may lie idle, so each keeps a handful of small values. */
import type { WebSocket } from 'ws'
import type { ChatName } from '../kernel/ports/chat.ts'

/** One connection. */
export interface Line {
  socket: WebSocket
  userId: string
  session: string
  tenant: number
  /** The chat it was opened in: what arrives there by the chat itself is not announced once more. */
  inside: ChatName | undefined
  /** Texts heard since the last round, which comes every half minute. */
  heard: number
  /** Something came since the last round. */
  alive: boolean
}

export const MOST_PER_USER = 20
export const MOST_PER_ROUND = 30
/** Who does not answer a close in this time is cut off. */
const CLOSING_MS = 5000
/** A reader that stalls is dropped before it costs memory. */
const MOST_WAITING_BYTES = 1024 * 1024
/** Between two turns the process answers others. */
const LINES_A_TURN = 500

/** Close codes of RFC 6455, and ours from 4000 on. */
export const CLOSE = {
  goingAway: [1001, '服务器正在重启'],
  notText: [1003, '只接受文本'],
  tooOften: [1008, '消息过于频繁'],
  tooBig: [1009, '消息过大'],
  sessionEnded: [4001, '登录已失效'],
  tooMany: [4002, '连接过多'],
} as const

export class Hub<L extends Line = Line> {
  readonly #byUser = new Map<string, Set<L>>()
  readonly #bySession = new Map<string, Set<L>>()

  get size(): number {
    let size = 0
    for (const lines of this.#byUser.values()) size += lines.size
    return size
  }

  add(line: L): void {
    const mine = this.#byUser.get(line.userId) ?? new Set()
    this.#byUser.set(line.userId, mine.add(line))
    this.#bySession.set(line.session, (this.#bySession.get(line.session) ?? new Set()).add(line))
    // The oldest is the one nobody looks at any more.
    if (mine.size <= MOST_PER_USER) return
    const [oldest] = mine
    if (!oldest) return
    // Not counted any more, whether or not it answers the close.
    this.remove(oldest)
    close(oldest, 'tooMany')
  }

  remove(line: L): void {
    forget(this.#byUser, line.userId, line)
    forget(this.#bySession, line.session, line)
  }

  *all(): Generator<L> {
    for (const lines of this.#byUser.values()) yield* lines
  }
  ofUsers = (ids: readonly string[]): L[] => ids.flatMap((id) => [...(this.#byUser.get(id) ?? [])])
  ofSession = (id: string): L[] => [...(this.#bySession.get(id) ?? [])]
  sessions = (): string[] => [...this.#bySession.keys()]

  /** Sends each line its text; undefined sends nothing. Other work gets its turn in between. */
  async send(lines: Iterable<L>, textFor: (line: L) => string | undefined): Promise<void> {
    let count = 0
    for (const line of lines) {
      const text = textFor(line)
      if (text !== undefined) say(line, text)
      if (++count % LINES_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

function forget<L>(map: Map<string, Set<L>>, key: string, line: L): void {
  const lines = map.get(key)
  lines?.delete(line)
  if (!lines?.size) map.delete(key)
}

const ignore = () => undefined

export function say({ socket }: Pick<Line, 'socket'>, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MOST_WAITING_BYTES) return socket.terminate()
  socket.send(text, ignore)
}

export function close({ socket }: Pick<Line, 'socket'>, why: keyof typeof CLOSE): void {
  const [code, reason] = CLOSE[why]
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSING_MS).unref()
}
