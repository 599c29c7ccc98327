/** Pages of the client that the server names too: in its menu, in messages, and where people come in (`entrances.ts`). */
export const LOGIN = '/user/login'
/** Where people come back to from a chat. */
export const HOST_LOGIN = '/oauth2-app/login'
/** Single sign-on: goes to its server and comes back here. */
export const SSO_LOGIN = '/user/sso'
export const REGISTER = '/user/register'
export const REGISTER_RESULT = '/user/register-result'
/** The forgotten password. */
export const ALTERATION = '/user/alteration'
/** Open to everybody, signed in or not. */
export const OPEN: readonly string[] = [REGISTER, REGISTER_RESULT, ALTERATION, '/test/home', '/403', '/404', '/500']
/** Where people sign in. */
export const isLogin = (path: string): boolean => [LOGIN, HOST_LOGIN, SSO_LOGIN].includes(path)

export const HOME = '/dashboard/analysis'
export const TODO = '/todo'
/** The figures of the first page under the thumb; the desktop leads on to its first page. */
export const BOARD = '/dashboard/board'

export const ADDRESS_BOOK = '/isystem/addressList'

/** 个人中心, and 个人设置 with a page for each of its tabs (contract.md §13.3). */
export const ACCOUNT = '/account/center'
export const ACCOUNT_SETTINGS = '/account/settings'

/** In the address a message leads to: the tenant it lies in. */
export const TENANT = 'tenant'

/** Below a list, where its deleted records are; no record is called so. */
export const RECYCLE_BIN = 'recycleBin'
