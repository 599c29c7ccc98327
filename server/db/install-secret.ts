import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { onlyRow } from './only-row.ts'
import type { Database } from '../kernel/database.ts'
import { installSecret } from './tables.ts'

const known = new WeakMap<Database, Promise<string>>()

async function readSecret(db: Database) {
  const stored = () => db.select().from(installSecret).where(eq(installSecret.name, 'hmac'))
  // Once it is there nothing is written: a server that only reads lets people sign their files and come in all the same.
  const [there] = await stored()
  if (there) return there.value
  // Two nodes that start together both try; the first row stays.
  await db
    .insert(installSecret)
    .values({ name: 'hmac', value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  return onlyRow(await stored()).value
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

const keyFor = async (db: Database, purpose: string) => Buffer.from(await installHmac(db, 'seal', purpose), 'hex')
const NONCE = 12
const TAG = 16

/** AES-256-GCM with a key of its own for each purpose, base64: what must be read again, and by nobody but this installation. */
export async function sealed(db: Database, purpose: string, text: string): Promise<string> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', await keyFor(db, purpose), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Throws when it was sealed for something else, or by another installation. */
export async function unsealed(db: Database, purpose: string, seal: string): Promise<string> {
  const bytes = Buffer.from(seal, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(db, purpose), bytes.subarray(0, NONCE))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
