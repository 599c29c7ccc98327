import { dayOf } from '../server/resource/serial.ts'
import type { Tx } from '../server/kernel/database.ts'
import { serialCounter } from '../server/db/tables.ts'
import { insertMany } from '../server/db/bulk.ts'

/** Numbers of records as the server gives them; afterwards its counters go on where these end. */
export class Numbers {
  private readonly counts = new Map<string, number>()
  constructor(private readonly timeZone: string) {}

  take(prefix: string, at: Date, digits = 6): string {
    const key = `${prefix} ${dayOf(at, this.timeZone)}`
    const value = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, value)
    return key.replace(' ', '') + String(value).padStart(digits, '0')
  }

  async save(tx: Tx): Promise<void> {
    const rows = [...this.counts].map(([key, value]) => ({ prefix: key.split(' ')[0], day: key.split(' ')[1], value }))
    await insertMany(tx, serialCounter, rows)
  }
}
