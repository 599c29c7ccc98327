import { PAGE_COOKIE } from '#model/handed.ts'
import { isOwn } from '../connection/ownServer.ts'
import { WEEK_MS } from '../connection/storage.ts'

/**
 * Tells our own server whose page it sends, so that the page brings what this person asks first. Every other address wants the
 * token in a header, which cannot be made of this. `named`: `tenant.pageKey`; undefined takes it away.
 */
export function namePage(named: string | undefined): void {
  if (!isOwn) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const life = named ? WEEK_MS / 1000 : 0
  document.cookie = `${PAGE_COOKIE}=${named ?? ''}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`
}
