import { sql } from 'drizzle-orm'
import type { Fields } from '#model/fields.ts'
import { onlyRow } from '../db/only-row.ts'
import type { Tx } from '../kernel/database.ts'
import { PUT_BACK } from '../db/restored-numbers.ts'
import { serialCounter } from '../db/tables.ts'
import type { Row } from './hooks.ts'

const SINCE_DIGITS = 5

/** Making a formatter costs a hundred times as much as using one. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** yyyyMMdd of the platform's day. */
export function dayOf(now: Date, timeZone: string): string {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dayFormats.set(timeZone, format)
  return format.format(now).replaceAll('-', '')
}

/**
 * Takes `count` numbers of a prefix and day in one statement: `TX` → TX20260301000001. Gaps are possible, repeats are not: a
 * day on which the database was put back has its second in the rest of its numbers (`restored-numbers.ts`).
 */
export async function takeSerials(
  tx: Tx,
  prefix: string,
  day: string,
  digits: number,
  count: number,
): Promise<string[]> {
  const { last, since } = await takeLast(tx, prefix, day, count)
  return Array.from(
    { length: count },
    (_, index) => `${prefix}${day}${since}${String(last - count + 1 + index).padStart(digits, '0')}`,
  )
}

async function takeLast(tx: Tx, prefix: string, day: string, count: number) {
  const putBack = sql`(select lpad(value::text, ${SINCE_DIGITS}, '0') from ${serialCounter} where prefix = ${PUT_BACK} and day = ${day})`
  const row = onlyRow(
    await tx
      .insert(serialCounter)
      .values({ prefix, day: sql`concat_ws('-', ${day}::text, ${putBack})`, value: count })
      .onConflictDoUpdate({
        target: [serialCounter.prefix, serialCounter.day],
        set: { value: sql`${serialCounter.value} + ${count}` },
      })
      .returning({ value: serialCounter.value, day: serialCounter.day }),
  )
  return { last: row.value, since: row.day.slice(day.length + 1) }
}

/** One number of a prefix and day. */
export async function takeSerial(tx: Tx, prefix: string, day: string, digits: number): Promise<string> {
  return onlyRow(await takeSerials(tx, prefix, day, digits, 1))
}

/** Fills the serial fields of new rows. */
export async function numberRows(tx: Tx, fields: Fields, rows: Row[], day: string): Promise<void> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'serial') continue
    const numbers = await takeSerials(tx, field.prefix, day, field.digits ?? 6, rows.length)
    rows.forEach((row, index) => (row[name] = numbers[index]))
  }
}
