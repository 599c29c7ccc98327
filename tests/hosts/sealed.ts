/** Signing and sealing of callbacks as WeCom and DingTalk do it; written apart from the product's own, which it checks. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const keyOf = (aesKey: string) => Buffer.from(`${aesKey}=`, 'base64')

export const callbackSignature = (token: string, timestamp: string, nonce: string, text: string) =>
  createHash('sha1').update([token, timestamp, nonce, text].sort().join('')).digest('hex')

export function seal(aesKey: string, message: string, receiver: string): string {
  const body = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const plain = Buffer.concat([randomBytes(16), length, body, Buffer.from(receiver)])
  const pad = 32 - (plain.length % 32)
  const cipher = createCipheriv('aes-256-cbc', keyOf(aesKey), keyOf(aesKey).subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])), cipher.final()]).toString(
    'base64',
  )
}

export function unseal(aesKey: string, sealed: string): { message: string; receiver: string } {
  const decipher = createDecipheriv('aes-256-cbc', keyOf(aesKey), keyOf(aesKey).subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
  const plain = padded.subarray(0, padded.length - padded.at(-1)!)
  const length = plain.readUInt32BE(16)
  return { message: plain.subarray(20, 20 + length).toString(), receiver: plain.subarray(20 + length).toString() }
}
