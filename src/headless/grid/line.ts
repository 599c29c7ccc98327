import { MISSED, Parts, type Arrangement } from '#model/arrangement.ts'
import { session } from '../session/session.ts'
import { API_BASE } from '../session/api.ts'
import { bytesOf, inParts, joined } from './arrangement.ts'
import type { Values } from './column.ts'

/** Rows that several people edit at once (contract.md §10.2): one connection for each page, shared by its tables. */

export const HEARTBEAT_MS = 10_000
export const REPLY_MS = 6000
export const RECONNECT_MS = 5000
/** A network that comes and goes leaves attempts hanging for minutes. */
const CONNECT_MS = 15_000
/** Rows sent together, and the pause after them: a large paste must not look like an attack. */
const AT_ONCE = 20
const PAUSE_MS = 1000
/** For each part of a long arrangement: the server takes 4 MB in half a minute. */
const PART_MS = 300
/** More the server takes from nobody: it would end the line. */
const MOST_ROW_BYTES = 60_000
const TOO_LONG = '内容过长，他人看不到您的这项修改，保存后才能看到'
/** An old server may not have the address at all: then it is not asked for ever. */
const MOST_FIRST_TRIES = 5
/** The server closed it because the session ended. */
const ENDED = 4001

const PACE = {
  heartbeatMs: HEARTBEAT_MS,
  replyMs: REPLY_MS,
  reconnectMs: RECONNECT_MS,
  connectMs: CONNECT_MS,
  pauseMs: PAUSE_MS,
  partMs: PART_MS,
}
export type Pace = typeof PACE

export interface SyncedTable {
  /** A row, or some of its fields, as somebody else left them. */
  merge(row: Values): void
  /** Rows that somebody else added, deleted or moved. `late`: ids of own ones that the others have not heard of yet. */
  arrange?(arrangement: Arrangement, late: ReadonlySet<string>): void
  /** The line was cut and is back. Resolves when what was saved meanwhile is there; what was only said comes after it. */
  missed?(): Promise<void>
  /** The server passes nothing on; why. */
  refused?(why: string): void
  /** The line is cut, or back: until then nothing of others arrives. */
  cut?(isCut: boolean): void
}
/** Sent and not yet heard again. */
interface Sent {
  socketKey: string
  caseId: string
  row: Values
}
export interface Member {
  /** Tells the others; while the line is cut it is kept for later. */
  send(row: Values & { readonly id: string }): void
  /** Tells the others which rows came, went and moved; before what is in them. */
  arrange(arrangement: Arrangement): void
  /** The same, when what was told is thrown away: values that have not gone out yet never do. */
  takeBack(arrangement: Arrangement): void
  leave(): void
}
/** Of one table: what is still to be said of its rows as a whole, and what was said and not yet heard again. */
interface Arranged {
  socketKey: string
  waiting: Arrangement | undefined
  inFlight: Arrangement[]
}
interface Frame {
  type?: string
  data?: { socketKey?: unknown; key?: unknown; args?: unknown }
}

const random = () => Math.random().toString(36).slice(2, 10)

const frameOf = (data: unknown): Frame => {
  try {
    return (JSON.parse(String(data)) as Frame | null) ?? {}
  } catch {
    return {}
  }
}

export class GridLine {
  readonly #address: string
  readonly #token: string
  readonly #pace: Pace
  readonly #tables = new Map<string, Map<string, SyncedTable>>()
  readonly #hearers = new Map<string, Set<(args: readonly unknown[]) => void>>()
  /** Fields to send by sender and row, the newest value of each. */
  readonly #outbox = new Map<string, Sent>()
  /** By sender and row, in the order of sending. All hear all in one order, so what comes before the own echo is older. */
  readonly #inFlight = new Map<string, Sent[]>()
  /** By sender. */
  readonly #arranged = new Map<string, Arranged>()
  /** What was typed while the line was cut: newer than what was missed. */
  #typedAway = new Map<string, Sent>()
  /** ms */
  #heardAt = Date.now()
  #socket: WebSocket | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #reply: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #sending: ReturnType<typeof setTimeout> | undefined
  /** ms: before that no arrangement is told, after a long one. */
  #arrangesAt = 0
  readonly #parts = new Parts()
  #hadOne = false
  #isCut = false
  /** Since when others were not heard in a table, by its key; ms. */
  readonly #away = new Map<string, number>()
  #tries = 0
  #closed = false

  constructor({
    userId,
    token,
    pageId = random(),
    pace = PACE,
  }: {
    userId: string
    token: string
    pageId?: string
    pace?: Pace
  }) {
    const url = new URL(`${API_BASE}/vxeSocket/${encodeURIComponent(userId)}/${pageId}`, location.href)
    const { tenantid } = session()
    if (tenantid) url.searchParams.set('tenant', String(tenantid))
    url.protocol = url.protocol.replace('http', 'ws')
    this.#address = url.href
    this.#token = token
    this.#pace = pace
    window.addEventListener('online', this.#wake)
    window.addEventListener('focus', this.#wake)
    window.addEventListener('offline', this.#doubt)
    document.addEventListener('visibilitychange', this.#look)
    this.#open()
  }

  /** Takes part in a table; `leftAt` (ms) says since when it did not, for who comes back to it. */
  join(socketKey: string, table: SyncedTable, leftAt?: number): Member {
    // Tells own rows, which the server sends back, from those of others.
    const caseId = `v-${random()}`
    const tables = this.#tables.get(socketKey) ?? new Map<string, SyncedTable>()
    this.#tables.set(socketKey, tables.set(caseId, table))
    if (leftAt !== undefined) this.#behind(socketKey, leftAt)
    if (this.#isCut) table.cut?.(true)
    this.#takePart(socketKey)
    const arrange = (arrangement: Arrangement) => {
      const arranged = this.#arranged.get(caseId) ?? { socketKey, waiting: undefined, inFlight: [] }
      this.#arranged.set(caseId, { ...arranged, waiting: joined(arranged.waiting, arrangement) })
      this.#sending ??= setTimeout(() => this.#flush())
    }
    return {
      send: (row) => {
        this.#put({ socketKey, caseId, row })
        this.#sending ??= setTimeout(() => this.#flush())
      },
      takeBack: (arrangement) => {
        for (const waiting of [this.#outbox, this.#inFlight])
          for (const [key, sent] of waiting) if ([sent].flat()[0]?.caseId === caseId) waiting.delete(key)
        arrange(arrangement)
      },
      arrange,
      leave() {
        tables.delete(caseId)
      },
    }
  }

  /** Hears `common_send_date` of one key. Returns how to stop. */
  onSend(key: string, hear: (args: readonly unknown[]) => void): () => void {
    const hearers = this.#hearers.get(key) ?? new Set()
    this.#hearers.set(key, hearers.add(hear))
    return () => void hearers.delete(hear)
  }

  close(): void {
    // What was just done is told before one goes: then there is no time left for pauses.
    do {
      this.#arrangesAt = 0
      this.#flush()
    } while (this.#socket?.readyState === WebSocket.OPEN && (this.#outbox.size || this.#waits()))
    this.#closed = true
    this.#quiet()
    clearTimeout(this.#again)
    clearTimeout(this.#sending)
    window.removeEventListener('online', this.#wake)
    window.removeEventListener('focus', this.#wake)
    window.removeEventListener('offline', this.#doubt)
    document.removeEventListener('visibilitychange', this.#look)
    this.#socket?.close()
  }

  #quiet(): void {
    clearInterval(this.#beat)
    this.#answered()
  }
  #answered(): void {
    clearTimeout(this.#reply)
    this.#reply = undefined
  }

  /** The browser believes that the network is gone: asked at once instead of with the next heartbeat. */
  readonly #doubt = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#knock(this.#socket)
  }
  /** The person looks again: a phone may have cut what it did not show. */
  readonly #look = (): void => {
    if (document.visibilityState === 'hidden') return
    this.#doubt()
    this.#wake()
  }
  readonly #wake = (): void => {
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return
    this.#tries = 0
    this.#open()
  }

  #open(): void {
    clearTimeout(this.#again)
    let socket: WebSocket
    try {
      socket = new WebSocket(this.#address, [this.#token])
    } catch {
      return this.#later()
    }
    this.#socket = socket
    this.#reply = setTimeout(() => this.#drop(socket), this.#pace.connectMs)
    socket.onopen = () => {
      this.#answered()
      this.#tries = 0
      this.#beat = setInterval(() => this.#knock(socket), this.#pace.heartbeatMs)
      if (this.#hadOne) this.#back()
      this.#tables.forEach((_, socketKey) => this.#takePart(socketKey))
      this.#hadOne = true
      this.#tellCut(false)
      this.#flush()
    }
    socket.onmessage = ({ data }) => {
      this.#heardAt = Date.now()
      this.#hear(frameOf(data))
    }
    // Nothing but that it did not work; closing follows.
    socket.onerror = () => undefined
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return
      this.#quiet()
      if (code !== ENDED) this.#later()
    }
  }

  #tellCut(isCut: boolean): void {
    if (this.#isCut === isCut) return
    this.#isCut = isCut
    this.#tables.forEach((tables) => tables.forEach((table) => table.cut?.(isCut)))
  }

  #later(): void {
    // Who was never heard is not missed: an old server has no such address.
    if (this.#hadOne && !this.#closed) this.#tellCut(true)
    this.#tries++
    if (this.#closed || (!this.#hadOne && this.#tries >= MOST_FIRST_TRIES)) return
    this.#again = setTimeout(() => this.#open(), this.#pace.reconnectMs)
  }

  /** Without an answer within 6 s the line is dead, whatever the browser believes. */
  #knock(socket: WebSocket): void {
    socket.send(JSON.stringify({ type: 'heart_beat', data: '' }))
    this.#reply ??= setTimeout(() => this.#drop(socket), this.#pace.replyMs)
  }

  #drop(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#quiet()
    // Closing a dead line can take a minute; it is no longer ours.
    this.#socket = undefined
    socket.close()
    this.#later()
  }

  #flush(): void {
    clearTimeout(this.#sending)
    this.#sending = undefined
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    for (const [caseId, { socketKey, waiting, inFlight }] of this.#arranged) {
      if (!waiting || Date.now() < this.#arrangesAt) continue
      const told = tellable(waiting)
      // Of what is thrown away nothing is left that could be saved.
      if (told !== waiting && !waiting.back) this.#tables.get(socketKey)?.get(caseId)?.refused?.(TOO_LONG)
      this.#arranged.set(caseId, { socketKey, waiting: undefined, inFlight: [...inFlight, told] })
      const parts = inParts(told)
      for (const part of parts)
        this.#socket.send(JSON.stringify({ type: 'arrange_vxe_table', data: { socketKey, args: [part, caseId] } }))
      this.#arrangesAt = Date.now() + (parts.length - 1) * this.#pace.partMs
    }
    // A row that nobody has heard of yet would be ignored: it comes first.
    const ready = [...this.#outbox].filter(([, { caseId }]) => !this.#arranged.get(caseId)?.waiting)
    for (const [key, sent] of ready.slice(0, AT_ONCE)) {
      const { socketKey, caseId, row } = sent
      this.#outbox.delete(key)
      if (!fits(row)) {
        this.#tables.get(socketKey)?.get(caseId)?.refused?.(TOO_LONG)
        continue
      }
      this.#inFlight.set(key, [...(this.#inFlight.get(key) ?? []), sent])
      this.#socket.send(JSON.stringify({ type: 'update_vxe_table', data: { socketKey, args: [row, caseId] } }))
    }
    const waits = this.#waits()
    const pause = waits ? Math.max(this.#arrangesAt - Date.now(), this.#pace.pauseMs) : this.#pace.pauseMs
    if (ready.length > AT_ONCE || waits)
      this.#sending = setTimeout(() => this.#flush(), ready.length > AT_ONCE ? this.#pace.pauseMs : pause)
  }

  #waits = (): boolean => [...this.#arranged.values()].some(({ waiting }) => waiting)

  #hear({ type, data }: Frame): void {
    if (type === 'heart_beat') return this.#answered()
    const args = Array.isArray(data?.args) ? (data.args as unknown[]) : []
    if (type === 'common_send_date') {
      const key = String(data?.key)
      if (key === 'join_vxe_table') this.#caughtUp(args)
      if (key === 'refused') this.#refused(args)
      this.#hearers.get(key)?.forEach((hear) => hear(args))
      return
    }
    const [row, sender] = args
    if (type === 'arrange_vxe_table' && isArrangement(row))
      return this.#hearArranged(String(data?.socketKey), row, String(sender))
    if (type !== 'update_vxe_table' || !isRow(row)) return
    this.#tables.get(String(data?.socketKey))?.forEach((table, caseId) => {
      const key = keyOf(caseId, row)
      if (caseId === sender) return this.#echoed(key)
      table.merge(without(row, [...(this.#inFlight.get(key) ?? []), this.#outbox.get(key)]))
    })
  }

  #hearArranged(socketKey: string, part: Arrangement, sender: string): void {
    const tables = this.#tables.get(socketKey)
    if (!tables) return
    const arrangement = this.#parts.take(`${socketKey} ${sender}`, part)
    if (!arrangement) return
    if (arrangement === MISSED) {
      // One came or was back in the middle of it; the server has all of it by now.
      if (tables.has(sender)) return
      this.#behind(socketKey, Date.now())
      return this.#takePart(socketKey)
    }
    tables.forEach((table, caseId) => {
      const { waiting, inFlight = [] } = this.#arranged.get(caseId) ?? {}
      const own = [...inFlight, ...(waiting ? [waiting] : [])]
      if (caseId !== sender)
        return table.arrange?.(arrangement, new Set(own.flatMap(({ added }) => added.map(({ id }) => id))))
      this.#arranged.set(caseId, { socketKey, waiting, inFlight: inFlight.slice(1) })
      // All hear all in one order: the own one counts after what was heard of others before it. What was thrown away is gone.
      if (own.length === 1 && !arrangement.back) table.arrange?.({ ...arrangement, added: [] }, new Set())
      return undefined
    })
  }

  #put({ socketKey, caseId, row }: Sent): void {
    const key = keyOf(caseId, row)
    this.#outbox.set(key, { socketKey, caseId, row: { ...this.#outbox.get(key)?.row, ...row } })
  }

  #echoed(key: string): void {
    const [, ...rest] = this.#inFlight.get(key) ?? []
    if (rest.length) this.#inFlight.set(key, rest)
    else this.#inFlight.delete(key)
  }

  #behind(socketKey: string, since: number): void {
    this.#away.set(socketKey, Math.min(since, this.#away.get(socketKey) ?? since))
  }

  /** Who was away first gets what was saved meanwhile, then what was only said. */
  #takePart(socketKey: string): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const since = this.#away.get(socketKey)
    this.#away.delete(socketKey)
    if (since === undefined) return this.#ask(socketKey, 0)
    const away = Date.now() - since + this.#pace.heartbeatMs
    const tables = [...(this.#tables.get(socketKey)?.values() ?? [])]
    void Promise.all(tables.map(async (table) => table.missed?.())).then(() => this.#ask(socketKey, away))
  }

  /** Takes part in a table, and asks for what was said within these ms. Servers without that ignore it. */
  #ask(socketKey: string, away: number): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify({ type: 'join_vxe_table', data: { socketKey, away } }))
  }

  /** The line was cut. What was sent last may be lost: it is sent once more. What was missed is asked for. */
  #back(): void {
    const newer = [...this.#outbox.values()]
    for (const sent of [...[...this.#inFlight.values()].flat(), ...newer]) this.#put(sent)
    this.#inFlight.clear()
    this.#parts.clear()
    this.#arrangesAt = 0
    for (const [caseId, { socketKey, waiting, inFlight }] of this.#arranged) {
      const all = [...inFlight, ...(waiting ? [waiting] : [])]
      const whole = all.reduce<Arrangement | undefined>((first, then) => joined(first, then), undefined)
      this.#arranged.set(caseId, { socketKey, waiting: whole, inFlight: [] })
    }
    this.#typedAway = new Map(this.#outbox)
    this.#tables.forEach((_, socketKey) => this.#behind(socketKey, this.#heardAt))
  }

  #caughtUp([socketKey, missed, arrangement]: readonly unknown[]): void {
    if (isArrangement(arrangement))
      this.#tables.get(String(socketKey))?.forEach((table, caseId) => {
        const { waiting, inFlight = [] } = this.#arranged.get(caseId) ?? {}
        const own = [...inFlight, ...(waiting ? [waiting] : [])]
        const gone = new Set(own.flatMap((one) => one.gone))
        const added = arrangement.added.filter(({ id }) => !gone.has(id))
        table.arrange?.({ ...arrangement, added }, new Set(own.flatMap((one) => one.added.map(({ id }) => id))))
      })
    if (!Array.isArray(missed)) return
    for (const [row, sender] of missed as readonly (readonly unknown[])[]) {
      if (!isRow(row)) continue
      this.#tables.get(String(socketKey))?.forEach((table, caseId) => {
        const key = keyOf(caseId, row)
        const mine = [this.#typedAway.get(key), this.#outbox.get(key), ...(this.#inFlight.get(key) ?? [])]
        if (caseId !== sender) table.merge(without(row, mine))
      })
    }
  }

  #refused([socketKey, why]: readonly unknown[]): void {
    for (const waiting of [this.#outbox, this.#inFlight])
      for (const [key, sent] of waiting) if ([sent].flat()[0]?.socketKey === socketKey) waiting.delete(key)
    for (const [caseId, arranged] of this.#arranged) if (arranged.socketKey === socketKey) this.#arranged.delete(caseId)
    this.#tables.get(String(socketKey))?.forEach((table) => table.refused?.(String(why)))
  }
}

const isRow = (value: unknown): value is Values => value !== null && typeof value === 'object' && !Array.isArray(value)
const isIds = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isTakenBack = (one: unknown): boolean =>
  isRow(one) && typeof one.id === 'string' && isRow(one.was) && isRow(one.is)
const isArrangement = (value: unknown): value is Arrangement => {
  if (!isRow(value)) return false
  const { added, gone, order, back, thrown } = value
  return (
    isIds(gone) &&
    isIds(order) &&
    (thrown === undefined || isIds(thrown)) &&
    (back === undefined || (Array.isArray(back) && back.every(isTakenBack))) &&
    Array.isArray(added) &&
    added.every((one) => isRow(one) && typeof one.id === 'string')
  )
}
const fits = (thing: unknown): boolean => bytesOf(thing) <= MOST_ROW_BYTES
/** Of what is too long only that it is there: a message that the server does not take would end the line again and again. */
const tellable = (whole: Arrangement): Arrangement => {
  const { added, back } = whole
  if (added.every(fits) && (back ?? []).every(fits)) return whole
  const short = added.map((row) => (fits(row) ? row : { id: row.id }))
  return { ...whole, added: short, ...(back && { back: back.filter(fits) }) }
}
const keyOf = (caseId: string, { id }: Values) => `${caseId}\0${String(id)}`
/** Fields that are about to be overwritten by oneself are left as they are. */
const without = (row: Values, mine: readonly (Sent | undefined)[]): Values =>
  Object.fromEntries(
    Object.entries(row).filter(([field]) => field === 'id' || !mine.some((sent) => sent && field in sent.row)),
  )
