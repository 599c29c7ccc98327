import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database, Tx } from '../kernel/database.ts'
import { seedRecord } from '../db/tables.ts'

export interface Part {
  name: string
  /** What the part declares: key → anything that can be written as JSON. */
  declared: Readonly<Record<string, unknown>>
}

const fingerprintOf = ({ declared }: Part) => createHash('sha256').update(JSON.stringify(declared)).digest('hex')

/** Parts that declare something else than what was written last; one small query when there is nothing to do. */
export async function changedParts(db: Database | Tx, parts: readonly Part[]): Promise<Set<string>> {
  const written = await db.select({ part: seedRecord.part, fingerprint: seedRecord.fingerprint }).from(seedRecord)
  const known = new Map(written.map((row) => [row.part, row.fingerprint]))
  return new Set(parts.filter((part) => known.get(part.name) !== fingerprintOf(part)).map(({ name }) => name))
}

/** Calls `write` with the keys never written before and remembers them: what staff changed or removed stays so. */
export async function writeNew(tx: Tx, part: Part, write: (isNew: (key: string) => boolean) => Promise<void>) {
  const [row] = await tx.select().from(seedRecord).where(eq(seedRecord.part, part.name))
  const before = new Set(row?.keys ?? [])
  await write((key) => !before.has(key))
  const keys = [...new Set([...before, ...Object.keys(part.declared)])]
  const updateTime = new Date().toISOString()
  const fingerprint = fingerprintOf(part)
  await tx
    .insert(seedRecord)
    .values({ part: part.name, fingerprint, keys, updateTime })
    .onConflictDoUpdate({ target: seedRecord.part, set: { fingerprint, keys, updateTime } })
}
