/** 为什么: what keeps this person from a page, a list, an action or a record; and asking for it in one tap. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doableWith, type Resource } from '#model/resource.ts'
import { api, ApiError, lackedRight } from './api.ts'
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

/** A page by its address, what a refusal named, or a resource, with a record of it or an action. */
export interface WhyNotAsked {
  path?: string
  permission?: string
  resource?: string
  id?: string
  action?: string
}

const keyOf = (asked: WhyNotAsked) => ['why not', asked]

const question = (asked: WhyNotAsked) =>
  queryOptions({
    queryKey: keyOf(asked),
    queryFn: () => api.post<WhyNot>('/sys/permission/why', { ...asked }, { quiet: true }),
    staleTime: 0,
    retry: false,
  })

/**
 * `kept`: there is a page at this address, and it is not for this person. `none`: there is none. `asking` is not known yet,
 * `unknown` is not to be known now.
 */
export function useStandingOf(path: string): 'asking' | 'kept' | 'none' | 'unknown' {
  const { data, error } = useQuery(question({ path }))
  if (data) return data.obstacles.length ? 'kept' : 'none'
  // A server of the contract that is not ours knows no such question.
  return !error ? 'asking' : error instanceof ApiError && error.status === 404 ? 'none' : 'unknown'
}

/** What to ask about where a call was refused for want of a right that the server named. */
export const askedOfRefusal = (error: unknown): WhyNotAsked | undefined => {
  const permission = error instanceof ApiError ? lackedRight(error.status, error.result) : undefined
  return permission === undefined ? undefined : { permission }
}

export function useWhyNot(asked: WhyNotAsked) {
  const [said, setSaid] = useState<{ text: string; good: boolean }>()
  const [sending, setSending] = useState('')
  const answer = useQuery(question(asked))
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

/** Is there anything above its list that is not offered? */
export const isListLimited = ({ verbs, actions }: Resource, may: (name: string) => boolean): boolean =>
  verbs.some((verb) => verb !== 'edit' && verb !== 'delete' && !may(verb)) ||
  Object.entries(actions).some(([name, { creates }]) => creates && !may(name))

export { WHY_NOT } from '../connection/notices.ts'
export const WHY_NOT_ACTIONS = '为什么不能…'
