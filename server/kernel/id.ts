import { randomFillSync } from 'node:crypto'

let last = 0
let count = 0

const BYTES_AN_ID = 8
/** Asking the system for randomness takes longer than all the rest: it is asked for many ids at once. */
const pool = Buffer.alloc(512 * BYTES_AN_ID)
let used = pool.length

function randomPart(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.subarray(used, (used += BYTES_AN_ID))
}

/**
 * 32 hex digits that grow with time (UUIDv7 without hyphens, RFC 9562): neighbours in time are neighbours in the index.
 * Within one millisecond a counter keeps the order.
 */
export function newId(now = Date.now()): string {
  if (now <= last) count += 1
  else [last, count] = [now, 0]
  if (count > 0xfff) [last, count] = [last + 1, 0]
  const random = randomPart()
  random[0] = (random[0]! & 0x3f) | 0x80
  return last.toString(16).padStart(12, '0') + '7' + count.toString(16).padStart(3, '0') + random.toString('hex')
}
