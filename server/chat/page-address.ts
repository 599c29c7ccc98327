/** Where a message leads. Whoever opens it may be working in another tenant, so the address names the one it lies in. */
import { TENANT } from '#model/addresses.ts'
import type { ChatMessage } from '../kernel/ports/chat.ts'

export function addressOf(publicUrl: string, { path, tenantId }: Pick<ChatMessage, 'path' | 'tenantId'>): string {
  const named = tenantId ? `${path.includes('?') ? '&' : '?'}${TENANT}=${tenantId}` : ''
  return publicUrl + path + named
}
