import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { isUnderWay, type Task, type TaskVerb } from '#model/tasks.ts'
import { api, API_BASE, ApiError } from '../session/api.ts'
import { can } from '../session/capabilities.ts'
import { unheard } from '../session/idempotency.ts'
import { handedOver, type HandedFile } from '../session/handOver.ts'
import { queryClient } from '../session/queries.ts'
import { perTab } from '../connection/storage.ts'

/** The task centre, in both shells. */
export const TASKS = '/tasks'

const KEY = ['tasks']
const POLL_MS = 1000
const MOST_SHOWN = 50
const WATCHING = 'voltdesk:watches-tasks'

/** Nobody is asked about tasks who has ordered none since the page was opened. */
const useWatching = create<{ watching: boolean }>(() => ({ watching: perTab.get<boolean>(WATCHING) ?? false }))

/** A task was ordered: the shell shows how it goes. */
export function watchTasks(): void {
  perTab.set(WATCHING, true)
  useWatching.setState({ watching: true })
  void queryClient.invalidateQueries({ queryKey: KEY })
}

interface Page {
  records: Task[]
  total: number
}

/** My tasks, the newest first; asked again every second while one is under way. `always`: also before one was ordered. */
export function useTasks({ always = false } = {}) {
  const watching = useWatching((state) => state.watching)
  const tasks = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      api.get<Page>('/sys/task/list', { pageNo: 1, pageSize: MOST_SHOWN }, { quiet: true, signal }),
    enabled: can('tasks') && (always || watching),
    refetchInterval: ({ state }) => (state.data?.records.some(isUnderWay) ? POLL_MS : false),
  })
  const running = tasks.data?.records.filter(isUnderWay).length ?? 0
  useEffect(() => {
    // What ended has probably changed a list.
    if (running)
      return () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'list' })
  }, [running])
  return { ...tasks, tasks: tasks.data?.records ?? [], running }
}

const changed = () => queryClient.invalidateQueries({ queryKey: KEY })

/** The server's sentence about it. Rejects with its refusal. */
export async function actOnTask(verb: 'cancel' | 'undo', id: string): Promise<string> {
  try {
    return (await api.envelope('POST', `/sys/task/${verb}`, { body: { id }, quiet: true })).message
  } finally {
    await changed()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))

/** Writes what was checked; `partly` leaves out the rows that are wrong. Rejects with the server's refusal. */
export async function confirmTask(id: string, partly: boolean, onLost = (): void => undefined): Promise<Task> {
  try {
    for (let attempt = 1; ; attempt++)
      try {
        return await api.post<Task>('/sys/task/confirm', { id, partly }, { quiet: true })
      } catch (error) {
        // A second word may be refused because the first one arrived.
        const mayHaveBegun = unheard(error) || (attempt > 1 && error instanceof ApiError && error.status === 409)
        if (!mayHaveBegun) throw error
        // Only the task itself knows. Nobody's word is said long after they gave up waiting.
        const now = await lookAfter(id, onLost, MOST_LOOKS)
        if (now.state !== 'checked') return now
        if (attempt === MOST_WORDS || !unheard(error)) throw error
      }
  } finally {
    void changed()
  }
}
const MOST_LOOKS = 30
const MOST_WORDS = 3

/** The task as it is, however long the network is gone, or so many times. Rejects when it is not there, or nobody is signed in. */
async function lookAfter(id: string, onLost: () => void, most = Infinity): Promise<Task> {
  for (let looked = 1; ; looked++)
    try {
      await pause()
      return await api.get<Task>('/sys/task/queryById', { id }, { quiet: true })
    } catch (error) {
      if (!unheard(error) || error.status === 401) throw error
      if (looked >= most) throw new Error('没有收到回复，请在任务中心查看这次导入是否已开始', { cause: error })
      onLost()
    }
}

async function removeTask(id: string): Promise<void> {
  try {
    await api.delete('/sys/task/delete', { id }, { quiet: true })
  } finally {
    await changed()
  }
}

/** Resolves when the task stands still. It goes on while nobody can be asked: `onLost` is told, and it is asked again. */
export async function followTask(
  task: Task,
  onStep: (task: Task) => void,
  onLost = (): void => undefined,
): Promise<Task> {
  for (let now = task; ; now = await lookAfter(task.id, onLost)) {
    onStep(now)
    if (!isUnderWay(now)) return now
  }
}

/** A link to a task's file that needs no session and ends after ten minutes. */
export async function taskLink(id: string, which: 'result' | 'faults'): Promise<{ href: string; name: string }> {
  const { address, fileName } = await api.get<{ address: string; fileName: string }>(
    '/sys/task/file',
    { id, which },
    { quiet: true },
  )
  return { href: API_BASE + address, name: fileName }
}

/** A task's file for `host.saveFile`: chat clients fetch the address themselves. */
export async function taskFile(id: string, which: 'result' | 'faults'): Promise<HandedFile> {
  const { href, name } = await taskLink(id, which)
  const response = await fetch(href)
  if (!response.ok) throw new Error('文件下载失败')
  return { ...handedOver({ blob: await response.blob(), name }), address: () => Promise.resolve(href) }
}

/** What each verb does with a task; the sentence to show afterwards, if any. Rejects with the server's refusal. */
export const taskWorks: Readonly<
  Record<TaskVerb, (task: Task, host: { saveFile(file: HandedFile): Promise<void> }) => Promise<string | void>>
> = {
  confirm: async ({ id }) => void (await confirmTask(id, false)),
  confirmPart: async ({ id }) => void (await confirmTask(id, true)),
  download: async ({ id }, host) => host.saveFile(await taskFile(id, 'result')),
  faults: async ({ id }, host) => host.saveFile(await taskFile(id, 'faults')),
  cancel: ({ id }) => actOnTask('cancel', id),
  undo: ({ id }) => actOnTask('undo', id),
  remove: ({ id }) => removeTask(id),
}
export const NO_TASKS = '还没有任务。数据较多的导出和导入会在后台进行，进度和结果都在这里'
