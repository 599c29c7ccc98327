/** What publishing an online form would do, doing it, and taking it back. */
import { useQuery } from '@tanstack/react-query'
import { resources } from '#resources/index.ts'
import { formStates } from '#resources/system/onlineKinds.ts'
import { api } from '../session/api.ts'
import { forgetResource } from '../session/queries.ts'

const { onlineForm } = resources

interface Step {
  words: string
  sql: readonly string[]
}
interface Publication {
  id: string
  number: number
  steps: readonly Step[]
  createBy: string | null
  createTime: string
  takenBackBy: string | null
  takenBackTime: string | null
}
interface Plan {
  id: string
  version: number
  formState: string
  /** Where its list stands, while it is published. */
  url: string | null
  steps: readonly Step[]
  /** Why it cannot be published. */
  problems: readonly string[]
  versions: readonly Publication[]
}

export type PublishingStep = 'publish' | 'takeBack' | 'stop'

export const publishingWords: Readonly<Record<PublishingStep, { label: string; question: string }>> = {
  publish: { label: '发布', question: '' },
  takeBack: { label: '撤回上一次发布', question: '恢复为上一次发布之前的样子，数据不会丢失。确定撤回吗？' },
  stop: { label: '停用', question: '停用后任何人都不能打开这个表单，数据和授权保留，可以重新发布。确定停用吗？' },
}

/** `2026-11-23 10:00 admin 发布；2026-11-23 11:00 admin 撤回` */
export const publicationText = ({ number, createBy, createTime, takenBackBy, takenBackTime }: Publication): string =>
  [
    `第 ${number} 版：${createBy ?? ''} 于 ${createTime.slice(0, 16)} 发布`,
    ...(takenBackTime ? [`${takenBackBy ?? ''} 于 ${takenBackTime.slice(0, 16)} 撤回`] : []),
  ].join('，')

export function usePublishing(id: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [onlineForm.name, 'plan', id],
    queryFn: ({ signal }) => api.get<Plan>(`${onlineForm.path}/plan`, { id }, { quiet: true, signal }),
  })
  const isLive = data?.formState === formStates.live
  return {
    plan: data,
    error,
    loading: isFetching,
    retry: () => void refetch(),
    may: {
      publish: Boolean(data?.steps.length) && !data?.problems.length,
      takeBack: isLive,
      stop: isLive,
    },
    /** Answers what the server said; throws with its reason. */
    async take(step: PublishingStep): Promise<string> {
      const body = { id, version: data?.version }
      try {
        const { message } = await api.envelope('POST', `${onlineForm.path}/${step}`, { body, quiet: true })
        return message
      } finally {
        await forgetResource(onlineForm)
      }
    },
  }
}
