import type { Capability } from '#model/capabilities.ts'
import { accountTabs, type AccountTab } from './accountPages.ts'
import { can } from './capabilities.ts'

/** What a tab of 个人设置 asks is of our own server; the look of this device is not. */
const NEEDED: Partial<Record<AccountTab, Capability>> = {
  BaseSetting: 'sessions',
  security: 'sessions',
  binding: 'sessions',
  notification: 'notices',
}

/** The tabs this server has something for. */
export const tabsOffered = (): readonly (typeof accountTabs)[number][] =>
  accountTabs.filter(({ key }) => {
    const capability = NEEDED[key]
    return !capability || can(capability)
  })

/** The first of them. */
export const firstTab = (): AccountTab => tabsOffered()[0]?.key ?? 'custom'
