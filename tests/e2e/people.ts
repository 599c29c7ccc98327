import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PASSWORD = 'Volt#2026'

/** Where the client keeps the dictionaries that came with the login. */
export const DICTIONARIES_KEY = 'UI_CACHE_DB_DICT_DATA'

/** Who is signed in once for all tests that are not about signing in. */
export const roles = ['admin', 'ops_manager', 'operator', 'finance', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The names shown in the header and written into trails. */
export const nameOf: Readonly<Record<Role, string>> = {
  admin: '管理员',
  ops_manager: '周敏',
  operator: '李伟',
  finance: '钱静',
  viewer: '赵明',
}

/** Cookies and storage of a signed-in browser, for `test.use({ storageState })`. */
export const stateOf = (role: Role): string => join(process.env.VOLTDESK_E2E_FOLDER ?? '', `${role}.json`)

/** The token in such a state. */
export function tokenOf(role: Role): string {
  const { origins } = JSON.parse(readFileSync(stateOf(role), 'utf8')) as {
    origins: { localStorage: { name: string; value: string }[] }[]
  }
  const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'voltdesk:session')
  return (JSON.parse(kept!.value) as { value: { token: string } }).value.token
}
