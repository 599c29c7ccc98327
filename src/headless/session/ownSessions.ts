/** Where one is signed in, and signing out everywhere else. */
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryClient } from './queries.ts'

export interface OwnSession {
  id: string
  /** `Chrome · Windows` */
  device: string
  ip: string | null
  createTime: string
  seenTime: string
  /** The one this page runs in. */
  current: boolean
}

const KEY = ['own sessions']
const VIEWS = ['own views']

export const useOwnSessions = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      api.get<OwnSession[]>('/sys/user/login/setting/sessions', undefined, { quiet: true, signal }),
  })

export const END_OTHERS = {
  button: '退出其他设备',
  question: '确定退出其他设备上的登录吗？',
  consequence: '其他设备上未保存的内容会保留在那台设备上，重新登录后可以继续。',
} as const

/** Answers what the server said. */
export async function endOtherSessions(): Promise<string> {
  const { message } = await api.envelope('POST', '/sys/user/login/setting/endOtherSessions', { body: {}, quiet: true })
  await Promise.all([KEY, VIEWS].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  return message
}

export interface OwnView {
  id: string
  viewer: string
  ip: string | null
  beginTime: string
  endTime: string
  /** Going on. */
  now: boolean
}

/** Who has looked at the product as this person. */
export const useOwnViews = () =>
  useQuery({
    queryKey: VIEWS,
    queryFn: ({ signal }) => api.get<OwnView[]>('/sys/user/login/setting/views', undefined, { quiet: true, signal }),
  })
