import { useQuery } from '@tanstack/react-query'
import type { ChatName } from '#model/chats.ts'
import { useState } from 'react'
import { api } from '../session/api.ts'

/** One tick of the examination: what was seen, and how to mend it. */
export interface Finding {
  name: string
  good: boolean
  text: string
  fix?: string
}

/** Calls the chat for real, so it takes some seconds. */
const useFindings = (chat: ChatName) =>
  useQuery({
    queryKey: ['chatDoctor', chat],
    queryFn: ({ signal }) =>
      api.get<{ findings: Finding[] }>(`/sys/chat/${chat}/doctor`, undefined, { quiet: true, signal }),
    staleTime: Infinity,
    retry: false,
  })

/** Resolves to the server's sentence. */
const sendTestMessage = async (chat: ChatName): Promise<string> =>
  (await api.envelope('POST', `/sys/chat/${chat}/doctor/message`, { body: {}, quiet: true })).message

/** How the shell says what came of the test message. */
export interface Tell {
  sent: (sentence: string) => void
  refused: (failure: unknown) => void
}

/** What either shell shows of one chat. `verdict` is empty until something was looked at. */
export function useExamination(chat: ChatName, tell: Tell) {
  const { data, error, isFetching, refetch } = useFindings(chat)
  const [sending, setSending] = useState(false)
  const findings = data?.findings ?? []
  const wrong = findings.filter(({ good }) => !good).length

  async function test() {
    setSending(true)
    try {
      tell.sent(await sendTestMessage(chat))
    } catch (failure) {
      tell.refused(failure)
    } finally {
      setSending(false)
    }
  }

  return {
    findings,
    verdict: !findings.length ? '' : wrong ? `${wrong} 项需要处理` : `${findings.length} 项全部正常`,
    error,
    examining: isFetching,
    again: () => void refetch(),
    sending,
    test: () => void test(),
  }
}
