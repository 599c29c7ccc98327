import type pg from 'pg'

/** The counter of no prefix: the part that all numbers of its day have got from the moment their database was put back. */
export const PUT_BACK = ''

const HOUR_MS = 3_600_000
const DAY_S = 86_400
/** Five digits are left for moments before the day they are said of. */
const SPARE = 100_000 - DAY_S

export interface PutBack {
  /** Of the platform's day. */
  timeZone: string
  now?: Date
}

interface Moment {
  day: string
  seconds: number
}

/**
 * What was given since the backup is written nowhere that is sure to be left, and the pay channel knows those numbers. So the
 * numbers of a day on which a database was put back have the second of the day in them: TX20260301 54001 000001. Who puts a
 * backup back twice, or on two machines, gets other numbers each time.
 *
 * `known`: days that have counters; a clock may have been ahead of this one. Just before midnight the next day counts too.
 */
export async function moveNumbersOn(
  client: Pick<pg.ClientBase, 'query'>,
  { timeZone, now = new Date() }: PutBack,
  known: readonly string[] = [],
): Promise<void> {
  if (!(await hasCounters(client))) return
  const here = momentOf(now, timeZone)
  const soon = momentOf(new Date(now.getTime() + HOUR_MS), timeZone).day
  const later = [...known, ...(await daysOfNumbers(client))].filter((day) => day > here.day)
  for (const day of new Set([here.day, soon, ...later]))
    await client.query(
      `insert into sys_serial_counter (prefix, day, value) values ($1, $2, $3)
      on conflict (prefix, day) do update set value = excluded.value`,
      [PUT_BACK, day, day === here.day ? here.seconds : DAY_S + (here.seconds % SPARE)],
    )
}

/** The days of which numbers were given; none where there are no counters. */
export async function daysOfNumbers(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  if (!(await hasCounters(client))) return []
  const { rows } = await client.query<{ day: string }>('select distinct left(day, 8) as day from sys_serial_counter')
  return rows.map(({ day }) => day)
}

async function hasCounters(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.sys_serial_counter') is not null as there`,
  )
  return rows[0]?.there ?? false
}

function momentOf(now: Date, timeZone: string): Moment {
  const [date, time] = now.toLocaleString('sv-SE', { timeZone }).split(' ') as [string, string]
  const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number]
  return { day: date.replaceAll('-', ''), seconds: (hours * 60 + minutes) * 60 + seconds }
}
