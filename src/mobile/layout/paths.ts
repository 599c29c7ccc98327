/** The tabs at the bottom, left to right. */
export const QUEUE = '/todo'
export const APPS = '/apps'
export const MESSAGES = '/messages'
export const ME = '/me'
export const PASSWORD = '/me/password'
export const SETTINGS = '/me/settings'
export const DEPUTY = '/me/deputy'
export const NOTICES = '/me/notices'
export const WHY = '/me/why'

export const isTab = (path: string): boolean => [QUEUE, APPS, MESSAGES, ME].includes(path)
