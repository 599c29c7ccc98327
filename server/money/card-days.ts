/** The days of a card: while it is paused they do not pass, up to a limit. */
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

/** Local text, so many days after a local text. */
export const shifted = ({ services }: Pick<Writing, 'services'>, time: unknown, days: number): string =>
  localTime(services, new Date(instantOf(services, String(time)).getTime() + days * DAY_MS))

/** End and paused days of a card if it went on at this moment: what it stood still is added, as far as the limit allows. */
export async function ifResumed(
  { tx, services }: Pick<Writing, 'tx' | 'services'>,
  row: Row,
): Promise<{ endTime: string; pauseDays: number }> {
  const [endTime, pauseDays] = [String(row.endTime), Number(row.pauseDays ?? 0)]
  if (!row.pauseTime) return { endTime, pauseDays }
  const days = stoodStill(services, row, await mostPaused(tx, row.tenantId))
  return { endTime: shifted({ services }, endTime, days), pauseDays: pauseDays + days }
}

/** Days since a card was paused, as far as the limit over its life allows. */
function stoodStill(services: Services, row: Row, most: number): number {
  const stood = Math.ceil(
    (services.clock.now().getTime() - instantOf(services, String(row.pauseTime)).getTime()) / DAY_MS,
  )
  return Math.max(0, Math.min(stood, most - Number(row.pauseDays ?? 0)))
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
  const end = instantOf(services, String(row.endTime)).getTime()
  const from = Math.max(services.clock.now().getTime(), instantOf(services, String(row.startTime)).getTime())
  const added = row.pauseTime ? stoodStill(services, row, most) : 0
  return Math.max(0, Math.ceil((end - from) / DAY_MS) + added)
}
