import type { Screen } from '#headless/session/menu.ts'

/** Keys of the menu's own pages that this shell has; `pages.tsx` must draw each. */
export const PHONE_PAGES = [
  'message/mine',
  'todo/mine',
  'dashboard/index',
  'dashboard/chart',
  'dashboard/task',
  'dashboard/monitor',
  'dashboard/workplace',
  'rental/devicemap',
  'system/addresslist',
  'system/chatdoctor',
  'modules/monitor/problems',
  'modules/monitor/redisinfo',
  'modules/monitor/tomcatinfo',
  'modules/monitor/systeminfo',
  'modules/monitor/jvminfo',
  'modules/monitor/httptrace',
  'modules/monitor/diskmonitoring',
  'system/dataloglist',
  'system/sysuseronlinelist',
  // In the menu of the demo's administrators; elsewhere in none until somebody puts them there.
  'examples/editors',
  'examples/pickers',
  'examples/grid',
  'examples/checks',
] as const satisfies readonly string[]
export type PhonePage = (typeof PHONE_PAGES)[number]

/** May the phone open what the menu names? The rest is for the desktop. */
export const opens = (screen: Screen): boolean =>
  screen.kind === 'resource' ||
  screen.kind === 'frame' ||
  screen.kind === 'onlineForm' ||
  screen.kind === 'onlineReport' ||
  (screen.kind === 'page' && (PHONE_PAGES as readonly string[]).includes(screen.page))

export { addressOf, recordAddress } from '#headless/session/places.ts'
