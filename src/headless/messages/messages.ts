import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { useDict } from '../session/dictionary.ts'
import { session } from '../session/session.ts'
import { api } from '../session/api.ts'
import { safeRedirect } from '../session/guard.ts'
import { queryClient } from '../session/queries.ts'

/** An announcement or system message as one reader gets it (contract.md §6.9, §6.10). */
export interface Message {
  /** Of the announcement; `anntId` in the rows of my messages. */
  id: string
  anntId?: string
  /** The contract writes it so. */
  titile: string
  msgContent?: string | null
  msgAbstract?: string | null
  sender?: string | null
  sender_dictText?: string | null
  priority?: string | null
  msgCategory?: string | null
  sendTime?: string | null
  readFlag?: string | number | null
  openType?: 'component' | 'url' | '' | null
  openPage?: string | null
  busId?: string | null
  /** Paths of what is attached, comma-joined. */
  files?: string | null
  /** 1 stands before all others; older servers of the contract do not know it. */
  izTop?: number | null
}

export interface MessageCounts {
  anntMsgList: Message[]
  anntMsgTotal: number
  sysMsgList: Message[]
  sysMsgTotal: number
}

/** 1 通知公告, 2 系统消息. */
export type MessageCategory = '1' | '2'
export const MESSAGE_TABS = [
  { category: '1', title: '通知公告', list: 'anntMsgList', total: 'anntMsgTotal' },
  { category: '2', title: '系统消息', list: 'sysMsgList', total: 'sysMsgTotal' },
] as const

export interface Priority {
  text: string
  color: 'blue' | 'orange' | 'red'
}
/** Tags of the specification: L blue, M orange, H red. */
const PRIORITIES: Readonly<Record<string, Priority>> = {
  L: { text: '一般', color: 'blue' },
  M: { text: '重要', color: 'orange' },
  H: { text: '紧急', color: 'red' },
}

/** In the words that whoever wrote the message chose from: an administrator may have reworded them. */
export function usePriority(priority: string | null | undefined): Priority | undefined {
  const items = useDict('priority')
  const known = PRIORITIES[priority ?? '']
  return known && { ...known, text: items.find(({ value }) => value === priority)?.text ?? known.text }
}

export const MY_MESSAGES = '/isps/userAnnouncement'
const KEY = ['messages']
const NEWEST = 5
const POLL_MS = 6_000
const PAGE = 20

export const announcementIdOf = (message: Message): string => message.anntId ?? message.id
export const isRead = (message: Message): boolean => String(message.readFlag ?? '0') === '1'
export const isPinned = (message: Message): boolean => Number(message.izTop ?? 0) === 1
export const senderOf = ({ sender, sender_dictText }: Message): string => sender_dictText ?? sender ?? '系统'

/** Counts, lists and what waits are asked again: something arrived or was read. */
export const reloadMessages = (): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), queryClient.invalidateQueries({ queryKey: ['todo'] })])

/**
 * Unread messages, newest first. `polling` asks every 6 s until asking fails once; the socket makes it unnecessary, so
 * nobody starts it by default.
 */
export function useMessageCounts({ polling = false } = {}) {
  const [stopped, setStopped] = useState(false)
  const counts = useQuery({
    queryKey: [...KEY, 'counts'],
    queryFn: ({ signal }) =>
      api.get<MessageCounts>('/sys/annountCement/listByUser', { pageSize: NEWEST }, { quiet: true, signal }),
    enabled: session().viewing === null,
    staleTime: 30_000,
    refetchInterval: polling && !stopped ? POLL_MS : false,
  })
  useEffect(() => {
    if (counts.isError) setStopped(true)
  }, [counts.isError])
  const { anntMsgTotal = 0, sysMsgTotal = 0 } = counts.data ?? {}
  return { ...counts, total: anntMsgTotal + sysMsgTotal }
}

interface Page {
  records: Message[]
  total: number
}

const myMessages = (category: MessageCategory | undefined, pageNo: number, pageSize: number, titile?: string) =>
  api.get<Page>(
    '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    { pageNo, pageSize, ...(category && { msgCategory: category }), ...(titile && { titile }) },
    { quiet: true },
  )

/** One page of my messages, unread first. */
export const useMyMessages = (at: { category?: MessageCategory; pageNo: number; pageSize: number; titile?: string }) =>
  useQuery({
    queryKey: [...KEY, 'mine', at],
    queryFn: () => myMessages(at.category, at.pageNo, at.pageSize, at.titile),
    placeholderData: (before) => before,
  })

/** My messages page after page, for a list without end. */
export function useEndlessMessages(category: MessageCategory) {
  const pages = useInfiniteQuery({
    queryKey: [...KEY, 'endless', category],
    queryFn: ({ pageParam }) => myMessages(category, pageParam, PAGE),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * PAGE < last.total ? all.length + 1 : null),
    staleTime: 30_000,
  })
  return {
    ...pages,
    items: (pages.data?.pages ?? []).flatMap(({ records }) => records),
    total: pages.data?.pages.at(-1)?.total ?? 0,
  }
}

/** The whole announcement, for a message of which only the id came (a socket frame). */
export const fetchAnnouncement = (id: string): Promise<Message> =>
  api.get<Message>('/sys/annountCement/queryById', { id }, { quiet: true })

export async function markRead(anntId: string): Promise<void> {
  await api.put('/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId }, { quiet: true })
  await reloadMessages()
}

export async function markAllRead(): Promise<string> {
  const { message } = await api.envelope('PUT', '/sys/sysAnnouncementSend/readAll', { body: {}, quiet: true })
  await reloadMessages()
  return message
}

/** How a message opens: the record behind it, or a dialog with its text. */
export type Opened =
  { as: 'notice'; message: Message } | { as: 'component'; message: Message; component: string; busId: string }

interface Opening {
  opened: Opened | null
  /** Of an announcement that is still being asked for. */
  loadingId: string | null
}

/** Which message lies open over the page; one at a time. */
export const useOpenMessage = create<Opening>(() => ({ opened: null, loadingId: null }))

export const closeMessage = (): void => useOpenMessage.setState({ opened: null, loadingId: null })

/** Shows it and marks it read; that marking fails keeps nobody from reading. */
export function openMessage(message: Message): void {
  const { openType, openPage, busId } = message
  const opened: Opened =
    openType === 'component' && openPage
      ? { as: 'component', message, component: openPage, busId: busId ?? '' }
      : { as: 'notice', message }
  useOpenMessage.setState({ opened, loadingId: null })
  if (!isRead(message)) markRead(announcementIdOf(message)).catch(() => undefined)
}

/** Opens what a socket frame named. Rejects with the server's message. */
export async function openAnnouncement(id: string): Promise<void> {
  useOpenMessage.setState({ opened: null, loadingId: id })
  try {
    const message = await fetchAnnouncement(id)
    if (useOpenMessage.getState().loadingId === id) openMessage(message)
  } catch (error) {
    // Another may be open by now.
    if (useOpenMessage.getState().loadingId === id) closeMessage()
    throw error
  }
}

/** A link may name the announcement to open: `?anntId=`. `complain` gets the server's sentence. */
export function useNamedAnnouncement(id: string | null, complain: (text: string) => void): void {
  useEffect(() => {
    if (id) openAnnouncement(id).catch((error: Error) => complain(error.message))
  }, [id, complain])
}

/** Where 去处理 leads: a page of ours, or a whole address outside. Undefined when the message has none that is safe. */
export function placeOf({ openType, openPage }: Message): { to: string } | { outside: string } | undefined {
  if (openType !== 'url' || !openPage) return undefined
  const to = safeRedirect(openPage)
  if (to) return { to }
  return /^https?:\/\//i.test(openPage) && URL.canParse(openPage) ? { outside: openPage } : undefined
}
