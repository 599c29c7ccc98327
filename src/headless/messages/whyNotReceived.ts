/** 为什么我没收到: what became of a person's notice of a record, channel by channel. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { user } from '#model/fields.ts'
import { allResources } from '#resources/index.ts'
import { useAccess } from '../session/access.ts'
import { api } from '../session/api.ts'

export interface Why {
  realname: string
  summary: string
  /** Why the person is none of those who decide. */
  rights: string | null
  notice: { title: string; kind_dictText: string; createTime: string } | null
  channels: readonly { channel: string; label: string; state: string | null; text: string }[]
}

/** Which record, and who; without `userId` the person who asks. */
export interface WhyAsked {
  resource: string
  /** Known where the question is asked at the record; elsewhere people know its number. */
  recordId?: string
  title?: string
  userId?: string
}

/** What somebody may be asked to decide on. */
export const whyChoices = () =>
  allResources()
    .filter(({ approval }) => approval)
    .map(({ name, label }) => ({ value: name, label }))

/** Only whoever reads the delivery log asks for others. */
export const personField = user('接收人', { hint: '留空为我自己' })

const settled = ({ resource, recordId, title }: WhyAsked) => Boolean(resource && (recordId ?? title))

/** The question as it is being put, and its answer once it has been asked. */
export function useWhy(given?: Pick<WhyAsked, 'resource' | 'recordId'> & { userId?: string }) {
  // The server asks for the same: whoever may list 推送记录.
  const mayAskForOthers = useAccess(({ routes }) =>
    routes.some(({ screen }) => screen.kind === 'resource' && screen.name === 'notifyDelivery'),
  )
  const [draft, setDraft] = useState<WhyAsked>(given ?? { resource: '' })
  const [asked, setAsked] = useState(given && settled(given) ? given : undefined)
  const answer = useQuery({
    queryKey: ['why', asked],
    queryFn: ({ signal }) => api.get<Why>('/sys/notify/why', { ...asked }, { quiet: true, signal }),
    enabled: asked !== undefined,
    staleTime: 0,
    retry: false,
  })
  return {
    draft,
    set: (change: Partial<WhyAsked>) => setDraft((before) => ({ ...before, ...change })),
    complete: settled(draft),
    ask: () => {
      const { userId, title, ...rest } = draft
      const next = { ...rest, ...(title && { title: title.trim() }), ...(userId && { userId }) }
      // The same question again is asked again.
      if (JSON.stringify(next) === JSON.stringify(asked)) void answer.refetch()
      else setAsked(next)
    },
    answer: asked ? answer.data : undefined,
    loading: answer.isFetching,
    problem: answer.error?.message ?? '',
    mayAskForOthers,
  }
}
export type WhyView = ReturnType<typeof useWhy>
