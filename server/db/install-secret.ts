import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { onlyRow } from './only-row.ts'
import type { Database } from '../kernel/database.ts'
import { installSecret } from './tables.ts'

const known = new WeakMap<Database, Promise<string>>()

async function readSecret(db: Database) {
  // Two nodes that start together both try; the first row stays.
  await db
    .insert(installSecret)
    .values({ name: 'hmac', value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const row = onlyRow(await db.select().from(installSecret).where(eq(installSecret.name, 'hmac')))
  return row.value
}

/** HMAC-SHA-256 with this installation's own key, hex. `purpose` keeps one use from standing in for another. */
export async function installHmac(db: Database, purpose: string, text: string): Promise<string> {
  let secret = known.get(db)
  if (!secret) {
    secret = readSecret(db)
    known.set(db, secret)
    secret.catch(() => known.delete(db))
  }
  return createHmac('sha256', await secret)
    .update(`${purpose}\0${text}`)
    .digest('hex')
}
