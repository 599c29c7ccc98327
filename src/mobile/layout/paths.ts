import { TODO } from '#model/addresses.ts'
import { speaksContractOnly } from '#headless/session/capabilities.ts'

/** The tabs at the bottom behind the todos, left to right; then pages below the last. */
export const APPS = '/apps'
export const MESSAGES = '/messages'
export const ME = '/me'
export const PASSWORD = '/me/password'
export const SETTINGS = '/me/settings'
export const DEPUTY = '/me/deputy'
export const NOTICES = '/me/notices'
export const OWN_PHONE = '/me/phone'
export const WHY = '/me/why'

/** Where people start: at what waits for them, where the server keeps that. */
export const start = (): string => (speaksContractOnly() ? APPS : TODO)

export const isTab = (path: string): boolean => [TODO, APPS, MESSAGES, ME].includes(path)
