import { useQuery } from '@tanstack/react-query'
import { api } from '../session/api.ts'

/** What is wrong now, in the server's words. */
export interface Problem {
  key: string
  title: string
  detail: string
  since: string
  /** Where it is mended. */
  path?: string
}

export const PROBLEMS = {
  title: '运行状况',
  about: '磁盘、备份、后台任务、通知、对账与定时任务现在是否正常。',
  good: '一切正常，没有需要处理的问题',
  since: (problem: Problem) => `从 ${problem.since} 开始`,
  mend: '去处理',
}

export const useProblems = () =>
  useQuery({
    queryKey: ['problems'],
    queryFn: ({ signal }) => api.get<Problem[]>('/sys/health/problems', undefined, { quiet: true, signal }),
    retry: false,
  })
