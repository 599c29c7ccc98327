/** Addresses of stored files. A private one needs a signature that ends soon, because an <img> sends no token. */
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../kernel/database.ts'
import { installHmac } from '../db/install-secret.ts'

const MINUTES = 10
/** What was handed to a chat client; its address is read a few times only. */
export const HANDED_OVER = 'handover'

const signatureOf = (db: Database, path: string, expires: string) => installHmac(db, 'file', `${path}\0${expires}`)

/** `/sys/common/static/…?expires=…&signature=…` below the API, as the contract writes addresses; good for ten minutes. */
export async function signedAddress(db: Database, path: string, now: Date, minutes = MINUTES): Promise<string> {
  const expires = String(now.getTime() + minutes * 60_000)
  const signature = await signatureOf(db, path, expires)
  return `/sys/common/static/${encodeURI(path)}?expires=${expires}&signature=${signature}`
}

export async function signatureFits(
  db: Database,
  path: string,
  given: { expires?: string; signature?: string },
  now: Date,
): Promise<boolean> {
  const { expires, signature } = given
  if (!expires || !signature || !/^\d{13}$/.test(expires) || !/^[0-9a-f]{64}$/.test(signature)) return false
  const expected = await signatureOf(db, path, expires)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) && Number(expires) > now.getTime()
}
