/** Quiet hours: when a person's chats stay silent. The bell takes everything, and what is urgent goes out all the same. */
import { inArray } from 'drizzle-orm'
import type { Database, Tx } from '../kernel/database.ts'
import { notifyQuiet } from '../db/notify-tables.ts'
import { readConfig } from '../resource/config.ts'
import { instantOf, localTime } from '../resource/write.ts'
import type { Services } from '../kernel/services.ts'

/** From one minute of the day to another, `HH:mm` of the platform's clock; over midnight when the end is the earlier one. */
export interface QuietHours {
  begin: string
  end: string
}

const DAY_MS = 86_400_000

/** `22:00-08:00`; undefined for anything else, which means that nothing is quiet. */
export function quietHoursIn(text: string): QuietHours | undefined {
  const [, begin, end] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text.trim()) ?? []
  return begin && end && begin !== end ? { begin, end } : undefined
}

/** What holds for who chose nothing. */
export const platformQuiet = async (db: Database | Tx, tenantId: number): Promise<QuietHours | undefined> =>
  quietHoursIn((await readConfig(db, tenantId))['notice.quietHours'])

/** By person; who is not in it has none. */
export async function quietHoursOf(
  db: Database | Tx,
  tenantId: number,
  userIds: readonly string[],
): Promise<Map<string, QuietHours>> {
  if (!userIds.length) return new Map()
  const otherwise = await platformQuiet(db, tenantId)
  const rows = await db
    .select({ userId: notifyQuiet.userId, begin: notifyQuiet.beginTime, end: notifyQuiet.endTime })
    .from(notifyQuiet)
    .where(inArray(notifyQuiet.userId, [...userIds]))
  const own = new Map(
    rows.map(({ userId, begin, end }) => [userId, begin && end ? { begin, end } : undefined] as const),
  )
  return new Map(
    userIds.flatMap((userId) => {
      const hours = own.has(userId) ? own.get(userId) : otherwise
      return hours ? [[userId, hours] as const] : []
    }),
  )
}

/** When the quiet that this moment lies in is over; undefined when it lies in none. */
export function quietUntil(
  services: Services,
  hours: QuietHours | undefined,
  at: Date = services.clock.now(),
): Date | undefined {
  if (!hours) return undefined
  const minute = localTime(services, at).slice(11, 16)
  const overMidnight = hours.begin > hours.end
  const inside = overMidnight
    ? minute >= hours.begin || minute < hours.end
    : minute >= hours.begin && minute < hours.end
  if (!inside) return undefined
  const tomorrow = overMidnight && minute >= hours.begin
  const day = localTime(services, at).slice(0, 10)
  const end = instantOf(services, `${day} ${hours.end}:00`)
  if (!tomorrow) return end
  const next = localTime(services, new Date(end.getTime() + DAY_MS)).slice(0, 10)
  return instantOf(services, `${next} ${hours.end}:00`)
}

/** 22:00–08:00 */
export const wordsOfQuiet = ({ begin, end }: QuietHours): string => `${begin}–${end}`

/** Says on the rows of these people why nothing goes out yet. */
export const heldBack = (hours: QuietHours): string => `免打扰时段（${wordsOfQuiet(hours)}），${hours.end} 后发送`

export const sameHours = (one: QuietHours | undefined, other: QuietHours | undefined): boolean =>
  one?.begin === other?.begin && one?.end === other?.end
