import { useAccess } from '#headless/access.ts'
import type { Screen } from '#headless/menu.ts'
import type { Resource } from '#model/resource.ts'
import { menuUrl } from '#resources/menu.ts'

/** Keys of the menu's own pages that this shell has; `pages.tsx` must draw each. */
export const PHONE_PAGES = [
  'message/mine',
  'todo/mine',
  'rental/devicemap',
  // 开发示例: in no menu until somebody puts it there.
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
  (screen.kind === 'page' && (PHONE_PAGES as readonly string[]).includes(screen.page))

/** Where the records of a resource are listed, by the server's menu. */
export const addressOf = (resource: Pick<Resource, 'name'>): string => {
  const route = useAccess
    .getState()
    .routes.find(({ screen }) => screen.kind === 'resource' && screen.name === resource.name)
  return route?.path ?? menuUrl(resource as Resource)
}

export const recordAddress = (resource: Pick<Resource, 'name'>, id: string): string =>
  `${addressOf(resource)}/${encodeURIComponent(id)}`
