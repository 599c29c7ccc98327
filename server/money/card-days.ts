/** The days of a card: while it is paused they do not pass, up to a limit. */
import type { Wire } from '#model/resource.ts'
import type { resources } from '#resources/index.ts'
import { userCardStates } from '#resources/product/userCard.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Row } from '../resource/hooks.ts'
import { instantOf, localTime, type Writing } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'
import { readConfig } from '../resource/config.ts'

export const DAY_MS = 86_400_000

/** Days that a card of this tenant may stand still over its life. */
export const mostPaused = async (tx: Database | Tx, tenantId: unknown): Promise<number> =>
  Number((await readConfig(tx, Number(tenantId)))['userCard.pauseMaxDays'])

export const msOf = (services: Services, time: unknown): number => instantOf(services, String(time)).getTime()

const later = (services: Services, time: unknown, ms: number): string =>
  localTime(services, new Date(msOf(services, time) + ms))

/** Local text, so many days after a local text. */
export const shifted = ({ services }: Pick<Writing, 'services'>, time: unknown, days: number): string =>
  later(services, time, days * DAY_MS)

/** What refunds that came to nothing kept it from being used, and was put behind its end. */
const waited = (row: Row): number => Number(row.refundWait ?? 0) * 1000

/** From its beginning to its end, with what it stood still and what staff gave or took. */
const span = (services: Services, row: Row): number =>
  msOf(services, row.endTime) - msOf(services, row.startTime) - waited(row)
const begun = (ms: number): number => Math.ceil(ms / DAY_MS)

/** Days that were handed over with a card: what it stood still since, and what staff gave or took, is in its end and not in them. */
export const daysAtFirst = (services: Services, row: Row): number =>
  begun(span(services, row)) - Number(row.pauseDays ?? 0) - Number(row.adjustDays ?? 0)

/**
 * What a card stood still in earlier pauses. All else in its span are whole days, and `pauseDays` counts the begun ones of all
 * pauses together: so the rest of the last of them is what the span lacks of whole days.
 */
const stoodStill = (services: Services, row: Row): number =>
  Number(row.pauseDays ?? 0) * DAY_MS - (begun(span(services, row)) * DAY_MS - span(services, row))

/** The same since it was paused, to the second like all times of a card, as far as the limit over its life allows. */
function stoodSince(services: Services, row: Row, most: number): number {
  const stood = msOf(services, localTime(services)) - msOf(services, row.pauseTime)
  return Math.max(0, Math.min(stood, most * DAY_MS - stoodStill(services, row)))
}

/** End and paused days of a card if it went on at this moment: the time it stood still is added, its days count toward the limit. */
export async function ifResumed(
  { tx, services }: Pick<Writing, 'tx' | 'services'>,
  row: Row,
): Promise<{ endTime: string; pauseDays: number }> {
  const [endTime, pauseDays] = [String(row.endTime), Number(row.pauseDays ?? 0)]
  if (!row.pauseTime) return { endTime, pauseDays }
  const stood = stoodSince(services, row, await mostPaused(tx, row.tenantId))
  return { endTime: later(services, endTime, stood), pauseDays: begun(stoodStill(services, row) + stood) }
}

/**
 * A card that a refund froze, when nothing came of it: the time since is put behind its end, as if nobody had asked. Times of a
 * card that has not begun pass only from its beginning on; a pause began so much later, and its limit is not touched.
 */
export function afterWaiting(
  services: Services,
  row: Wire<typeof resources.userCard>,
): Pick<Wire<typeof resources.userCard>, 'endTime' | 'pauseTime' | 'refundWait' | 'refundAskTime'> {
  const { endTime, pauseTime, refundAskTime } = row
  const now = msOf(services, localTime(services))
  const stood = refundAskTime
    ? Math.max(0, now - Math.max(msOf(services, refundAskTime), msOf(services, row.startTime)))
    : 0
  return {
    endTime: later(services, endTime, stood),
    pauseTime: pauseTime && later(services, pauseTime, stood),
    refundWait: (waited(row) + stood) / 1000,
    refundAskTime: null,
  }
}

/** pb_user_card_status of cards that can still be used, now or later: not yet active, in use, paused, frozen. */
const ALIVE: readonly unknown[] = [
  userCardStates.inactive,
  userCardStates.using,
  userCardStates.paused,
  userCardStates.frozen,
]

/** Days a card can still be used: of one not active yet all of them, of a paused one those from the day it goes on. */
export function daysLeft(services: Services, row: Row, most: number): number {
  if (!ALIVE.includes(row.status)) return 0
  const from = Math.max(services.clock.now().getTime(), msOf(services, row.startTime))
  const added = row.pauseTime ? stoodSince(services, row, most) : 0
  return Math.max(0, Math.ceil((msOf(services, row.endTime) + added - from) / DAY_MS))
}
