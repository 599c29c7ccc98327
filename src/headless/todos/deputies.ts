import { useQuery } from '@tanstack/react-query'
import { dateTime, text } from '#model/fields.ts'
import { api } from '../session/api.ts'
import type { Removal } from '../records/removal.ts'
import { queryClient } from '../session/queries.ts'

/** Somebody decides for somebody else from one moment to another; both local text. */
export interface Deputy {
  id: string
  userId: string
  userId_dictText: string
  deputyId: string
  deputyId_dictText: string
  beginTime: string
  endTime: string
  reason: string | null
  /** At this moment. */
  active: boolean
  /** I am the one who is away. */
  mine: boolean
  may: readonly string[]
}

export interface DeputyDraft {
  deputyId: string
  beginTime: string
  endTime: string
  reason?: string | null
}

export interface Candidate {
  id: string
  realname: string
  username: string
}

const KEY = ['deputy']
export const CHOOSE_DEPUTY = '请选择代理人'

/** On the buttons of the page. */
export const deputyVerbs = { add: '设置代理人', edit: '修改', remove: '取消代理' } as const
/** An entry that holds at this moment. */
export const ACTIVE = '代理中'

/** What is asked besides who it is. */
export const periodFields = {
  beginTime: dateTime('开始时间', { required: true }),
  endTime: dateTime('结束时间', { required: true }),
  reason: text('说明', { max: 255 }),
} as const

/** Whom I named, and who named me; an administrator sees everybody's. */
export const useDeputies = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<Deputy[]>('/sys/deputy/list', undefined, { quiet: true, signal }),
  })

export const useCandidates = (keyword: string) =>
  useQuery({
    queryKey: [...KEY, 'candidates', keyword],
    queryFn: ({ signal }) => api.get<Candidate[]>('/sys/deputy/candidates', { keyword }, { quiet: true, signal }),
    placeholderData: (before) => before,
  })

const changed = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), queryClient.invalidateQueries({ queryKey: ['todo'] })])

export async function saveDeputy(draft: DeputyDraft, id?: string): Promise<void> {
  if (id) await api.put('/sys/deputy/edit', { ...draft, id }, { quiet: true })
  else await api.post('/sys/deputy/add', draft, { quiet: true })
  await changed()
}

async function removeDeputy(id: string): Promise<void> {
  await api.delete('/sys/deputy/delete', { id }, { quiet: true })
  await changed()
}

export const removalOfDeputy = ({ id, deputyId_dictText }: Deputy): Removal => ({
  title: deputyVerbs.remove,
  question: '确定取消代理吗？',
  named: `确定取消 ${deputyId_dictText} 的代理吗?`,
  verb: deputyVerbs.remove,
  keep: '保留',
  remove: () => removeDeputy(id),
})

/** 11-21 08:00 至 11-25 18:00 */
export const periodOf = ({ beginTime, endTime }: Pick<Deputy, 'beginTime' | 'endTime'>): string =>
  `${beginTime.slice(5, 16)} 至 ${endTime.slice(5, 16)}`

/** What is wrong with a draft, in a sentence; undefined when nothing is. */
export const problemOf = (draft: Partial<DeputyDraft>): string | undefined => {
  if (!draft.deputyId) return CHOOSE_DEPUTY
  if (!draft.beginTime) return '请选择开始时间'
  if (!draft.endTime) return '请选择结束时间'
  return draft.endTime <= draft.beginTime ? '结束时间须晚于开始时间' : undefined
}
