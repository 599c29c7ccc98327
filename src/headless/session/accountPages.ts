/** 个人设置: its tabs under the addresses of the contract (§13.3). Everybody has them, whatever their menu says. */
import { ACCOUNT, ACCOUNT_SETTINGS } from '#model/addresses.ts'

export const accountTabs = [
  { key: 'BaseSetting', label: '基本设置' },
  { key: 'security', label: '安全设置' },
  { key: 'custom', label: '个性化' },
  { key: 'binding', label: '账号绑定' },
  { key: 'notification', label: '通知设置' },
] as const
export type AccountTab = (typeof accountTabs)[number]['key']

export const accountTabPath = (tab: AccountTab): string => `${ACCOUNT_SETTINGS}/${tab}`

/** The tab of an address, whichever way its letters are written; undefined when it is none of them. */
export function accountTabAt(pathname: string): AccountTab | undefined {
  const [, rest] = pathname.toLowerCase().split(`${ACCOUNT_SETTINGS}/`)
  return accountTabs.find(({ key }) => key.toLowerCase() === rest)?.key
}

export const isAccountPage = (pathname: string): boolean =>
  pathname === ACCOUNT || pathname === ACCOUNT_SETTINGS || accountTabAt(pathname) !== undefined
