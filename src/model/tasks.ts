/** Work that goes on in the background, as the server sends it and both shells show it. */
import type { ImportFault } from './importFaults.ts'

export const TASK_STATES = {
  queued: { label: '排队中', color: 'default' },
  running: { label: '进行中', color: 'blue' },
  checked: { label: '待确认', color: 'orange' },
  done: { label: '已完成', color: 'green' },
  failed: { label: '失败', color: 'red' },
  cancelled: { label: '已取消', color: 'default' },
} as const
export type TaskState = keyof typeof TASK_STATES

/** More rows than these are not waited for: an export or import goes on in the background. */
export const BACKGROUND_ROWS = 10_000
/** The same for seconds. */
export const BACKGROUND_SECONDS = 10
/** An import may be taken back for so long. */
export const UNDO_HOURS = 24

export type TaskVerb = 'cancel' | 'confirm' | 'confirmPart' | 'download' | 'faults' | 'undo' | 'remove'

/** What may be done with a task, in the order of its buttons; `sure` is asked about first. */
export const TASK_VERBS: Readonly<Record<TaskVerb, { label: string; danger?: true; sure?: string }>> = {
  confirm: { label: '确认导入' },
  confirmPart: { label: '只导入正确的行' },
  download: { label: '下载文件' },
  faults: { label: '下载错误清单' },
  cancel: { label: '取消任务', danger: true },
  undo: { label: '撤销本次导入', danger: true, sure: '将删除本次导入新增的行，并恢复被修改的行' },
  remove: { label: '删除', danger: true },
}

export interface ImportCounts {
  /** Rows of the file that hold something. */
  total: number
  added: number
  changed: number
  /** Already so: nothing to write. */
  same: number
  wrong: number
  written: number
  /** Of the new ones: a record of the same title is there, and nothing in the file tells whether it is meant. */
  twins: number
  /** Further ones of the workbook that look like it and were left out. */
  sheets?: number
}

export interface Task {
  id: string
  kind: string
  resource: string | null
  title: string
  state: TaskState
  done: number
  /** 0 while nobody knows. */
  total: number
  counts: Partial<ImportCounts> | null
  message: string | null
  fileName: string | null
  faultName: string | null
  /** Of a file that was gone through and waits for a word: the first of what is wrong with it. Older servers say nothing. */
  faults?: readonly ImportFault[]
  /** What this person may do with it now. */
  may: readonly TaskVerb[]
  createTime: string
  endTime: string | null
  undone: boolean
}

/** It will change by itself. */
export const isUnderWay = ({ state }: Pick<Task, 'state'>): boolean => state === 'queued' || state === 'running'

/** 0 to 100; undefined while nobody knows. */
export const percentOf = ({ state, done, total }: Pick<Task, 'state' | 'done' | 'total'>): number | undefined =>
  state === 'done' ? 100 : total ? Math.min(99, Math.floor((done / total) * 100)) : undefined

/** 新增 3 行，修改 2 行，无变化 1 行，错误 0 行. */
export const countsText = ({ added = 0, changed = 0, same = 0, wrong = 0 }: Partial<ImportCounts>): string =>
  `新增 ${added} 行，修改 ${changed} 行${same ? `，无变化 ${same} 行` : ''}，错误 ${wrong} 行`

/** What a person should know before they say yes. */
export const importRemarks = (counts: Partial<ImportCounts>): string[] =>
  [twinsText(counts), sheetsText(counts)].filter((text) => text !== undefined)

const sheetsText = ({ sheets = 0 }: Partial<ImportCounts>): string | undefined =>
  sheets ? `另有 ${sheets} 个工作表的表头也符合，没有导入：一次只导入一个工作表，请分开上传` : undefined

const twinsText = ({ twins = 0 }: Partial<ImportCounts>): string | undefined =>
  twins ? `${twins} 行与已有记录同名，表里没有可以对照的编号，导入后会成为重复的记录` : undefined
