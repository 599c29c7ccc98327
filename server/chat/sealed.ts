/** Callbacks of WeCom and DingTalk are signed and encrypted in the same way (hosts.md §2.5, §3.6). */
import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallbackSettings } from './settings.ts'

/** SHA-1 over the sorted parts. */
export const signatureOf = (token: string, timestamp: string, nonce: string, sealed: string): string =>
  createHash('sha1').update([token, timestamp, nonce, sealed].sort().join('')).digest('hex')

export function signatureFits(given: string, token: string, timestamp: string, nonce: string, sealed: string): boolean {
  const expected = Buffer.from(signatureOf(token, timestamp, nonce, sealed))
  const said = Buffer.from(given)
  return said.length === expected.length && timingSafeEqual(said, expected)
}

const BLOCK = 32
const HEAD = 20

function keyOf(aesKey: string) {
  const key = Buffer.from(`${aesKey}=`, 'base64')
  return { key, iv: key.subarray(0, 16) }
}

/** What is inside, and for whom it was sealed; undefined when it cannot be opened with this key. */
export function open({ aesKey }: CallbackSettings, sealed: string): { message: string; receiver: string } | undefined {
  const cipher = Buffer.from(sealed, 'base64')
  if (!cipher.length || cipher.length % 16) return undefined
  const { key, iv } = keyOf(aesKey)
  // The padding counts blocks of 32, which Node's own check does not know.
  const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(cipher), decipher.final()])
  const padding = padded.at(-1)!
  if (padding < 1 || padding > BLOCK || padding > padded.length - HEAD) return undefined
  const plain = padded.subarray(0, padded.length - padding)
  const length = plain.readUInt32BE(16)
  if (length > plain.length - HEAD) return undefined
  return {
    message: plain.subarray(HEAD, HEAD + length).toString('utf8'),
    receiver: plain.subarray(HEAD + length).toString('utf8'),
  }
}

export function seal({ aesKey }: CallbackSettings, message: string, receiver: string): string {
  const body = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const plain = Buffer.concat([randomBytes(16), length, body, Buffer.from(receiver)])
  const padding = BLOCK - (plain.length % BLOCK)
  const { key, iv } = keyOf(aesKey)
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  )
}
