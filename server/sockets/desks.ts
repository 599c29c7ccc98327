/** `/vxeSocket/{userId}/{pageId}` (contract.md §10.2): rows that several people edit at once. Nothing of them is saved here. */
import type { RawData } from 'ws'
import { z } from 'zod'
import { keepNewest } from '../kernel/keep-newest.ts'
import type { Services } from '../kernel/services.ts'
import { close, Hub, say } from './hub.ts'
import { Pieces } from './pieces.ts'
import { publishRow, type RowPiece } from '../db/live-words.ts'
import { KEPT_MS, RecentRows, type ArrangementSaid, type RowSaid } from './recent-rows.ts'
import { mayTakePart, recordTableOf, type Desk } from './table-key.ts'

/** Of one frame; a row with its long texts fits. */
export const MOST_ROW_BYTES = 64 * 1024
/** From and to one person between two rounds, however many sockets they have: a page that pastes stays below. */
const MOST_PER_ROUND = { bytes: 6 * 1024 * 1024, frames: 800 }
/** So many frames a question for rights counts for: it takes several statements. */
const RIGHTS_FRAMES = 4
const MOST_TABLES = 50
/** Of one message. */
const MOST_ROWS = 2000
/** Rights are asked again after so long. */
const RIGHTS_MS = 10_000

const HEARD = JSON.stringify({ type: 'heart_beat', data: true })
const REFUSED = '没有权限修改这条记录，他人看不到您的修改'

const socketKey = z.string().min(1).max(200)
const rowId = z.string().min(1).max(64)
const values = z.record(z.string(), z.unknown())
const row = z.looseObject({ id: z.union([z.string().min(1).max(64), z.number()]) })
const frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heart_beat') }),
  z.object({
    type: z.literal('update_vxe_table'),
    data: z.object({ socketKey, args: z.tuple([row, z.string().max(64)]).rest(z.unknown()) }),
  }),
  // Ours, beside the contract: rows that came, went and moved.
  z.object({
    type: z.literal('arrange_vxe_table'),
    data: z.object({
      socketKey,
      args: z.tuple([
        z.object({
          added: z.array(row).max(MOST_ROWS),
          gone: z.array(rowId).max(MOST_ROWS),
          order: z.array(rowId).max(MOST_ROWS),
          // Thrown away: where a value still stands as it was told, the one before stands again.
          back: z.array(z.object({ id: rowId, was: values, is: values })).max(MOST_ROWS).optional(),
          // A part: the rest follows.
          more: z.boolean().optional(),
          part: z.number().int().min(0).optional(),
        }),
        z.string().max(64),
      ]),
    }),
  }), // prettier-ignore
  // Ours as well: takes part in a table, and asks for what was said while one was away.
  z.object({
    type: z.literal('join_vxe_table'),
    data: z.object({ socketKey, away: z.number().min(0).catch(0) }),
  }),
])
type Frame = z.infer<typeof frame>
type Update = Extract<Frame, { type: 'update_vxe_table' }>
type Arrange = Extract<Frame, { type: 'arrange_vxe_table' }>
type Join = Extract<Frame, { type: 'join_vxe_table' }>

const sent = (key: string, ...args: unknown[]) => JSON.stringify({ type: 'common_send_date', data: { key, args } })

interface Seated extends Desk {
  /** Tables of records it takes part in, and until when that is known to be allowed. */
  tables: Map<string, number>
  /** Frames of one socket are heard one after the other. */
  last: Promise<void>
}

export class Desks {
  readonly hub = new Hub<Seated>()
  readonly #recent = new RecentRows()
  readonly #pieces = new Pieces()
  /** By person, since the last round. Who hangs up and comes again has not been forgotten. */
  readonly #spent = new Map<string, typeof MOST_PER_ROUND>()
  readonly #services: Services
  /** Words are passed on one after the other, though rights are asked in between. */
  #passing = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  serve(who: Desk): void {
    const desk: Seated = { ...who, tables: new Map(), last: Promise.resolve() }
    this.hub.add(desk)
    desk.socket.on('message', (data, isBinary) => this.#hear(desk, data, isBinary))
    desk.socket.on('pong', () => void (desk.alive = true))
    desk.socket.on('close', () => this.hub.remove(desk))
  }

  /** A new round of counting. */
  round(): void {
    this.#spent.clear()
  }

  /** False when it is more than one person may. */
  #spend({ userId }: Desk, { bytes = 0, frames = 0 }: Partial<typeof MOST_PER_ROUND>): boolean {
    const before = this.#spent.get(userId) ?? { bytes: 0, frames: 0 }
    const spent = { bytes: before.bytes + bytes, frames: before.frames + frames }
    this.#spent.set(userId, spent)
    return spent.bytes <= MOST_PER_ROUND.bytes && spent.frames <= MOST_PER_ROUND.frames
  }

  /** Somebody's rights have changed: whoever takes part is judged anew with the next row. */
  askAgain(): void {
    for (const { tables } of this.hub.all()) for (const key of tables.keys()) tables.set(key, 0)
  }

  /** Words of other nodes may have been missed: whoever comes back asks for them. */
  reopen(): void {
    for (const desk of this.hub.all()) close(desk, 'goingAway')
  }

  /** The record was written. */
  saved(tenant: number, resource: string, id: string): void {
    this.#recent.forget(tenant, resource, id)
  }

  #hear(desk: Seated, data: RawData, isBinary: boolean): void {
    desk.alive = true
    if (isBinary) return close(desk, 'notText')
    if (!this.#spend(desk, { bytes: (data as Buffer).length, frames: 1 })) return close(desk, 'tooOften')
    const text = (data as Buffer).toString()
    const heard = frame.safeParse(parsed(text))
    // Nonsense is ignored, as the contract says.
    if (!heard.success) return
    if (heard.data.type === 'heart_beat') return say(desk, HEARD)
    const wanted = heard.data
    desk.last = desk.last.then(() => this.#answer(desk, wanted)).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, '表格的实时消息未能处理')
    }) // prettier-ignore
  }

  async #answer(desk: Seated, wanted: Update | Arrange | Join): Promise<void> {
    const key = wanted.data.socketKey
    const record = recordTableOf(key)
    const now = Date.now()
    if (record && (desk.tables.get(key) ?? 0) < now) {
      this.#spend(desk, { frames: RIGHTS_FRAMES })
      const allowed = await mayTakePart(this.#services, desk, record)
      desk.tables.delete(key)
      if (!allowed) return say(desk, sent('refused', key, REFUSED))
      desk.tables.set(key, now + RIGHTS_MS)
      keepNewest(desk.tables, MOST_TABLES)
    }
    if (wanted.type === 'join_vxe_table') {
      const since = now - Math.min(wanted.data.away, KEPT_MS)
      const missed = wanted.data.away ? this.#recent.since(desk.tenant, key, since) : []
      const arranged = wanted.data.away ? this.#recent.arrangedSince(desk.tenant, key, since) : undefined
      const rows = missed.map(({ row: of, caseId }) => [of, caseId])
      const told = sent('join_vxe_table', key, rows, ...(arranged ? [arranged] : []))
      this.#spend(desk, { bytes: told.length })
      return say(desk, told)
    }
    if (wanted.type === 'arrange_vxe_table') {
      const [{ added, gone, order, back, more, part }, caseId] = wanted.data.args
      const plain = <T extends Readonly<Record<string, unknown>>>(one: T) =>
        record ? plainFields(one, record.fields) : one
      const kept = added.map((one) => ({ ...plain(one), id: String(one.id) }))
      const taken = back?.map(({ id, was, is }) => ({ id, was: plain(was), is: plain(is) }))
      const parts = { ...(more && { more }), ...(part !== undefined && { part }) }
      const arrangement = { added: kept, gone, order, ...(taken && { back: taken }), ...parts }
      const said: ArrangementSaid = { tenant: desk.tenant, socketKey: key, arrangement, caseId }
      return await publishRow(this.#services.db, JSON.stringify(said))
    }
    const [given, caseId] = wanted.data.args
    const kept = record ? { ...plainFields(given, record.fields), id: String(given.id) } : given
    const said: RowSaid = { tenant: desk.tenant, socketKey: key, row: kept, caseId }
    await publishRow(this.#services.db, JSON.stringify(said))
  }

  /** What any node was told, this one too: all hear it in one order. */
  pass(piece: RowPiece): Promise<void> {
    const text = this.#pieces.take(piece)
    if (text === undefined) return Promise.resolve()
    const passed = this.#passing.then(() => this.#tell(JSON.parse(text) as RowSaid | ArrangementSaid))
    this.#passing = passed.catch(() => undefined)
    return passed
  }

  async #tell(said: RowSaid | ArrangementSaid): Promise<void> {
    const arranges = 'arrangement' in said
    if (arranges) this.#recent.arrange(said, Date.now())
    else this.#recent.take(said, Date.now())
    const told = JSON.stringify({
      type: arranges ? 'arrange_vxe_table' : 'update_vxe_table',
      data: { socketKey: said.socketKey, args: [arranges ? said.arrangement : said.row, said.caseId] },
    })
    const record = recordTableOf(said.socketKey)
    const hearers = [...this.hub.all()].filter((desk) => desk.tenant === said.tenant)
    if (!record) return this.hub.send(hearers, () => told)
    const now = Date.now()
    for (const desk of hearers) {
      const { tables } = desk
      const until = tables.get(said.socketKey)
      if (until === undefined) continue
      if (until < now) {
        tables.delete(said.socketKey)
        if (!(await mayTakePart(this.#services, desk, record))) continue
        tables.set(said.socketKey, now + RIGHTS_MS)
      }
      say(desk, told)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a person may fill in, and nothing with a shape of its own. */
const plainFields = (given: Readonly<Record<string, unknown>>, fields: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => fields.has(name) && (value === null || typeof value !== 'object')),
  )
