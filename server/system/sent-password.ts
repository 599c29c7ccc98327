/**
 * How JeecgBoot's clients send a password (contract.md §2.2): as it is, or by AES with a key that stands in every browser
 * and so protects nothing. The newest pads as PKCS 7 says, older ones with zeros.
 */
import { createDecipheriv } from 'node:crypto'

export const CLIENT_KEY = { key: '1234567890adbcde', iv: '1234567890hjlkew' } as const

const BLOCK = 16

/** What may have been meant, likeliest first; who sent it plainly is found among them too. */
export function passwordsIn(sent: string): string[] {
  const cipher = /^[A-Za-z0-9+/]+={0,2}$/.test(sent) ? Buffer.from(sent, 'base64') : undefined
  if (!cipher?.length || cipher.length % BLOCK) return [sent]
  return [decrypted(cipher, 'pkcs7') ?? decrypted(cipher, 'zeros'), sent].filter((text) => text !== undefined)
}

function decrypted(cipher: Buffer, padding: 'pkcs7' | 'zeros'): string | undefined {
  const decipher = createDecipheriv('aes-128-cbc', CLIENT_KEY.key, CLIENT_KEY.iv).setAutoPadding(padding === 'pkcs7')
  try {
    return Buffer.concat([decipher.update(cipher), decipher.final()])
      .toString('utf8')
      .replace(/\0+$/, '')
  } catch {
    // Not padded as this client pads: another one's, or a password that only looks like it.
    return undefined
  }
}
