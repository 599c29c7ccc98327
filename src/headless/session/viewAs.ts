/** 看作某人: the administrator's tab becomes the person's, to look and not to touch; their own session waits beside it. */
import { useEffect } from 'react'
import { sayAfterReload } from '../connection/notices.ts'
import { api } from './api.ts'
import { leaveView, session, useSession, viewOf, type UserInfo } from './session.ts'
import { leaveFor } from '../connection/leaving.ts'
import { wallTime } from '../connection/wallTime.ts'

interface Begun {
  token: string
  tenantId: number
  userInfo: UserInfo
  viewer: string
  leftMs: number
}

export const VIEW_AS = {
  consequence: '您会看到此人看到的菜单、按钮、数据和脱敏，不能做任何修改；30 分钟后自动结束。此人可以看到您何时看过。',
  yes: '开始查看',
} as const

/** Starts the page again as that person. Throws with the server's words. */
export async function beginView(userId: string, open: () => void = () => leaveFor('/')): Promise<void> {
  const { token, tenantId, userInfo, viewer, leftMs } = await api.post<Begun>(
    '/sys/user/viewAs',
    { userId },
    { quiet: true },
  )
  const from = location.pathname + location.search
  viewOf({ token, tenantid: tenantId, info: userInfo }, { viewer, until: Date.now() + leftMs, from })
  open()
}

/** Ends it here even when the server cannot be told: there it ends by itself. */
export async function endView(why?: string): Promise<void> {
  await api.post('/sys/user/viewAs/end', {}, { quiet: true }).catch(() => undefined)
  leaveView((address) => {
    // Not before the tab is given back: what is kept in it goes with the view.
    if (why) sayAfterReload(why)
    leaveFor(address)
  })
}

/** Undefined while one is oneself. Ends by itself when the time is over. */
export function useView(): { realname: string; until: string } | undefined {
  const viewing = useSession((state) => state.viewing)
  const until = viewing?.until
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(() => void endView('看作他人已满 30 分钟，已自动结束'), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (!viewing) return undefined
  return { realname: session().realname, until: wallTime(viewing.until).slice(11, 16) }
}

export const viewText = ({ realname, until }: { realname: string; until: string }): string =>
  `正在看作“${realname}”，只能查看，${until} 前自动结束`
