import { readAgent } from './agent.ts'

export type Shell = 'desktop' | 'mobile'

const KEY = 'voltdesk:shell'
const NARROW_PX = 768

interface Screen {
  userAgent: string
  touchPoints?: number
  width: number
  coarse: boolean
}

const here = (): Screen => ({
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  width: window.innerWidth,
  coarse: matchMedia('(pointer: coarse)').matches,
})

const preferred = (): Shell | undefined => {
  try {
    const wanted = localStorage.getItem(KEY)
    return wanted === 'desktop' || wanted === 'mobile' ? wanted : undefined
  } catch {
    return undefined
  }
}

/** Which layout: what the person prefers, else the phone's in a chat client's mobile app or on a small touch screen. */
export function chooseShell(screen: Screen = here(), wish: Shell | undefined = preferred()): Shell {
  if (wish) return wish
  const { chat, phone } = readAgent(screen.userAgent, screen.touchPoints ?? 0)
  return (chat && phone) || (screen.coarse && screen.width < NARROW_PX) ? 'mobile' : 'desktop'
}

/** The person's own choice, remembered on this device; undefined forgets it. Takes effect with the next load. */
export function preferShell(shell: Shell | undefined): void {
  try {
    if (shell) localStorage.setItem(KEY, shell)
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the choice cannot be remembered.
  }
}
