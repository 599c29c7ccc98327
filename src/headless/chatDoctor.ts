import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** One tick of the examination: what was seen, and how to mend it. */
export interface Finding {
  name: string
  good: boolean
  text: string
  fix?: string
}

export const CHATS = [
  { name: 'wecom', label: '企业微信' },
  { name: 'dingtalk', label: '钉钉' },
] as const
export type ChatName = (typeof CHATS)[number]['name']

/** Calls the chat for real, so it takes some seconds. */
export const useFindings = (chat: ChatName) =>
  useQuery({
    queryKey: ['chatDoctor', chat],
    queryFn: ({ signal }) =>
      api.get<{ findings: Finding[] }>(`/sys/chat/${chat}/doctor`, undefined, { quiet: true, signal }),
    staleTime: Infinity,
    retry: false,
  })

/** Resolves to the server's sentence. */
export const sendTestMessage = async (chat: ChatName): Promise<string> =>
  (await api.envelope('POST', `/sys/chat/${chat}/doctor/message`, { body: {}, quiet: true })).message
