/** Pages of the client that the server names too: in its menu, in messages, and where people come in (`entrances.ts`). */
export const LOGIN = '/user/login'
/** Where people come back to from a chat. */
export const HOST_LOGIN = '/oauth2-app/login'
export const HOME = '/dashboard/analysis'
export const TODO = '/todo'
/** The figures of the first page under the thumb; the desktop leads on to its first page. */
export const BOARD = '/dashboard/board'

export const ADDRESS_BOOK = '/isystem/addressList'

/** 个人中心, and 个人设置 with a page for each of its tabs (contract.md §13.3). */
export const ACCOUNT = '/account/center'
export const ACCOUNT_SETTINGS = '/account/settings'

/** Below a list, where its deleted records are; no record is called so. */
export const RECYCLE_BIN = 'recycleBin'
