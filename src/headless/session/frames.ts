import { said } from '../connection/said.ts'

/** Pages of other sites that the menu shows inside ours. */
const allowed = (): readonly string[] => said('frames')?.split(' ').filter(Boolean) ?? []

/** Shown inside, only offered in a window of its own (the browser would refuse it without a word), or no address at all. */
export type Framed = 'inside' | 'outside' | 'wrong'

/** How the page at an address can be shown; the server's policy names the same sites (FRAME_ORIGINS). */
export function framed(address: string): Framed {
  let origin: string
  try {
    ;({ origin } = new URL(address))
  } catch {
    return 'wrong'
  }
  if (!/^https?:/.test(origin)) return 'wrong'
  return origin === location.origin || allowed().includes(origin) ? 'inside' : 'outside'
}

export const FRAME_TEXTS = {
  wrong: (title: string) => `“${title}”的地址不正确，请联系管理员检查菜单设置。`,
  outside: (title: string) => `“${title}”是另一个网站的页面，不能在这里显示。`,
  open: '在新窗口打开',
} as const
