import { useEffect } from 'react'
import { create } from 'zustand'
import { perTab } from './storage.ts'

export const WHY_NOT = '为什么？'

export type Tone = 'success' | 'info' | 'warning' | 'error'

/** Something a person should read. With a title it is a notification, without a passing message. */
export interface Notice {
  id: number
  tone: Tone
  title?: string
  text: string
  /** The right that was wanting: beside the text one may ask 为什么. */
  permission?: string
}

interface Notices {
  queue: readonly Notice[]
  /** When a notification was said last, by its words. */
  standing: Readonly<Record<string, number>>
  /** The session is over: the shell shows one modal (登录已过期) until the person signs in again. */
  expired: boolean
  /** What ended it, where the server says so. */
  endedBy?: string | undefined
  /** A host is signing in again by itself: the shell shows 登录已过期，正在重新登陆. */
  renewing: boolean
  /** The server has a newer build, and something here is not saved yet. */
  outdated: boolean
  /** 为什么 is asked of this right, which a notice named. */
  asked?: string | undefined
  /** The same is offered, by a shell whose notices hold no button. */
  offered?: string | undefined
  /** Why the session was ended: for the page outside alone, because what is inside goes and takes its notices with it. */
  farewell?: string | undefined
}

let last = 0
const LATER = 'voltdesk:said-later'

function saidBefore(): readonly Notice[] {
  const text = perTab.get<string>(LATER)
  perTab.remove(LATER)
  return text ? [{ id: ++last, tone: 'error', title: '系统提示', text }] : []
}

/** What the core wants said; the shell draws it with its own kit. */
export const useNoticeStore = create<Notices>(() => ({
  queue: saidBefore(),
  standing: {},
  expired: false,
  renewing: false,
  outdated: false,
}))

/** A notification stands so long on the desktop (antd's own 4.5 s); who asks again after that is told again. */
const STANDS_MS = 4_500
export function notify(notice: Omit<Notice, 'id'>): void {
  const { tone, title, text } = notice
  const now = Date.now()
  const { standing } = useNoticeStore.getState()
  if (title && tone === 'error') {
    // One broken network fails ten calls, some at once and some after they were tried again: it is said once.
    const words = `${title}\n${text}`
    if (now - (standing[words] ?? -Infinity) < STANDS_MS) return
    useNoticeStore.setState({ standing: { ...standing, [words]: now } })
  }
  useNoticeStore.setState(({ queue }) => ({
    queue: queue.some((other) => other.text === text && other.title === title)
      ? queue
      : [...queue, { ...notice, id: ++last }],
  }))
}

/** A passing message: `say('success', '保存成功！')`. */
export const say = (tone: Tone, text: string): void => notify({ tone, text })
/** Under 系统提示. */
export const systemNotice = (text: string, permission?: string): void =>
  notify({ tone: 'error', title: '系统提示', text, ...(permission && { permission }) })
export const offerWhy = (permission: string | undefined): void => useNoticeStore.setState({ offered: permission })
/** 为什么 of the right that a notice named; nothing closes it. */
export const askAbout = (permission: string | undefined): void => useNoticeStore.setState({ asked: permission })

/** Under 系统提示 when the page has started again. */
export const sayAfterReload = (text: string): void => perTab.set(LATER, text)

/** For the shell: draws every notice once, also those from before it was there. */
export function useNotices(draw: (notice: Notice) => void): void {
  const queue = useNoticeStore((state) => state.queue)
  useEffect(() => {
    if (!queue.length) return
    // Taken before they are drawn: an effect that runs twice must not say things twice.
    const taken = useNoticeStore.getState().queue
    useNoticeStore.setState({ queue: [] })
    taken.forEach(draw)
  }, [queue, draw])
}
