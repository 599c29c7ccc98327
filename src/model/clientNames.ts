/** What people call the program and the machine behind a user agent: for their eyes only, it proves nothing. */
import { readAgent } from './agents.ts'
import { chatEntry } from './chatNames.ts'

/** The first that fits: most of them claim to be one of those below, too. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const machines: readonly (readonly [RegExp, string])[] = [
  [/iphone|ipod/i, 'iPhone'],
  [/ipad/i, 'iPad'],
  [/openharmony|harmonyos/i, '鸿蒙'],
  [/android/i, 'Android'],
  [/windows/i, 'Windows'],
  [/macintosh|mac os/i, 'Mac'],
  [/linux|x11/i, 'Linux'],
]

const named = (list: typeof programs, userAgent: string) => list.find(([fits]) => fits.test(userAgent))?.[1]

/** `Chrome · Windows`, `企业微信 · iPhone`; 未知设备 for what says nothing of itself. */
export function clientName(userAgent: string | null | undefined): string {
  const given = userAgent ?? ''
  const { chat } = readAgent(given)
  const parts = [chat ? chatEntry(chat).label : named(programs, given), named(machines, given)]
  return parts.filter(Boolean).join(' · ') || '未知设备'
}
