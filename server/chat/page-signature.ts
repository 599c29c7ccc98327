import { createHash, randomBytes } from 'node:crypto'
import type { PageSignature } from '../kernel/ports/chat.ts'

/**
 * What the SDKs of both chats verify: this order, nothing URL-encoded, `noncestr` in small letters although the SDKs take
 * `nonceStr`. WeCom hashes with SHA-1; DingTalk's own sample with SHA-256, years of public code with SHA-1.
 */
export function signatureOf(
  hash: 'sha1' | 'sha256',
  ticket: string,
  { nonceStr, timestamp, url }: { nonceStr: string; timestamp: number | string; url: string },
): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
  return createHash(hash).update(text).digest('hex')
}

/** `url` as the page was opened; its `#` part is left out. */
export function signPage(hash: 'sha1' | 'sha256', ticket: string, url: string, now: Date): PageSignature {
  const timestamp = Math.floor(now.getTime() / 1000)
  const nonceStr = randomBytes(8).toString('hex')
  return {
    timestamp,
    nonceStr,
    signature: signatureOf(hash, ticket, { nonceStr, timestamp, url: url.replace(/#.*/s, '') }),
  }
}
