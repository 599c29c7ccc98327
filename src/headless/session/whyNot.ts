/** 为什么: what keeps this person from a page, a list, an action or a record; and asking for it in one tap. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doableWith, type Resource } from '#model/resource.ts'
import { api } from './api.ts'
import { queryClient } from './queries.ts'

export interface Obstacle {
  name: string
  label: string
  text: string
  /** Names of those who can change it. */
  changers: readonly string[]
  mayAsk: boolean
  /** Asked for already, and waiting until then. */
  asked: { requestNo: string; dueTime: string | null } | null
}

export interface WhyNot {
  label: string
  roles: readonly string[]
  /** What limits the rows they see. */
  scope: readonly string[]
  obstacles: readonly Obstacle[]
}

/** A page by its address, or a resource, with a record of it or an action. */
export interface WhyNotAsked {
  path?: string
  resource?: string
  id?: string
  action?: string
}

const keyOf = (asked: WhyNotAsked) => ['why not', asked]

export function useWhyNot(asked: WhyNotAsked) {
  const [said, setSaid] = useState<{ text: string; good: boolean }>()
  const [sending, setSending] = useState('')
  const answer = useQuery({
    queryKey: keyOf(asked),
    queryFn: () => api.post<WhyNot>('/sys/permission/why', { ...asked }, { quiet: true }),
    staleTime: 0,
    retry: false,
  })
  return {
    answer: answer.data,
    loading: answer.isPending,
    problem: answer.error?.message ?? '',
    said,
    sending,
    /** Puts a request before those who can change it. */
    async request({ name }: Obstacle) {
      setSending(name)
      try {
        const { message } = await api.envelope('POST', '/sys/permission/request', {
          body: { ...asked, name },
          quiet: true,
        })
        setSaid({ text: message, good: true })
        await queryClient.invalidateQueries({ queryKey: keyOf(asked) })
      } catch (error) {
        setSaid({ text: error instanceof Error ? error.message : String(error), good: false })
      } finally {
        setSending('')
      }
    },
  }
}

/** 可以修改的人：张三、李四 */
export const changersText = ({ changers, asked }: Obstacle): string =>
  asked
    ? `已申请（${asked.requestNo}）${asked.dueTime ? `，${asked.dueTime.slice(5, 16)} 前处理` : ''}`
    : changers.length
      ? `可以找：${changers.join('、')}`
      : ''

/** Is there anything on this record that is not offered? */
export const isLimited = (resource: Resource, may: readonly string[]): boolean =>
  doableWith(resource).some((name) => !may.includes(name))

export const WHY_NOT = '为什么？'
export const WHY_NOT_ACTIONS = '为什么不能…'
