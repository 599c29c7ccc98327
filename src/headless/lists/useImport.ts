import { useState } from 'react'
import type { Resource } from '#model/resource.ts'
import { faultText, FIRST_FAULTS } from '#model/importFaults.ts'
import { percentOf, type Task } from '#model/tasks.ts'
import { fileOfImport, importResultOf, sendImport, type ImportResult } from './exchange.ts'
import { say } from '../connection/notices.ts'
import { can } from '../session/capabilities.ts'
import { forgetResource } from '../session/queries.ts'
import { useShown } from '../records/useShown.ts'
import { actOnTask, confirmTask, followTask } from '../tasks/tasks.ts'

/** What an import is doing, and how far it is. */
export interface ImportStep {
  what: 'upload' | 'check' | 'write'
  percent: number
  /** The server cannot be asked at the moment; it goes on there. */
  lost?: boolean
}
const STEPS: Readonly<Record<ImportStep['what'], string>> = {
  upload: '正在上传',
  check: '正在检查',
  write: '正在导入',
}
export const importStepText = ({ what, lost }: ImportStep): string =>
  lost ? `${STEPS[what]}，网络中断，正在重新连接…` : STEPS[what]

/** Nothing is written without a word: whoever left is told where to give it. */
const CHECKED_UNSEEN = '文件已检查，尚未写入任何数据，请到任务中心确认导入'

/** Endings of the files that are taken. */
export const IMPORT_ACCEPTS = '.xlsx,.xls,.csv'
export const IMPORT_FORMATS = '.xlsx、.xls、.csv'

export interface ImportWork {
  files: readonly File[]
  /** The names of those that are no spreadsheets, and were not taken. */
  add(files: readonly File[]): string[]
  drop(index: number): void
  /** The server checks before it writes, and has a template to fill in; another writes at once what it can. */
  checks: boolean
  /** Nothing of a file is written when any row of it is wrong. */
  validate: boolean
  setValidate(validate: boolean): void
  /** Records that exist are brought up to date. */
  update: boolean
  setUpdate(update: boolean): void
  doing: ImportStep | undefined
  /** What each file would do, once it was gone through; nothing is written yet. */
  checked: readonly Task[] | undefined
  /** Those of them that may be written. */
  ready: readonly Task[]
  failures: readonly string[]
  /** Sends the files to be checked. */
  check(): Promise<void>
  /** Writes what was checked. */
  write(): Promise<void>
  /** Other files instead of those that were checked: nothing of these is written any more. */
  again(): void
}

interface Options {
  /** A file is in; `task` holds what was wrong with some of its rows. */
  told(result: ImportResult, task?: Task): void
  /** All of them are, and the import is still open: whoever left it has something else before them. */
  onEnd(): void
}

const worth = ({ counts }: Task) => (counts?.added ?? 0) + (counts?.changed ?? 0)

/** Spreadsheets into records: chosen, checked, looked at, written. */
export function useImport(resource: Resource, { told, onEnd }: Options): ImportWork {
  const shown = useShown()
  const [files, setFiles] = useState<readonly File[]>([])
  const [validate, setValidate] = useState(true)
  const [update, setUpdate] = useState(false)
  const [doing, setDoing] = useState<ImportStep>()
  const [checked, setChecked] = useState<readonly Task[]>()
  const [failures, setFailures] = useState<readonly string[]>([])
  const ready = checked?.filter((task) => worth(task) > 0 && (!validate || !task.counts?.wrong)) ?? []

  const follow = (what: ImportStep['what'], task: Task) =>
    followTask(task, (now) => setDoing({ what, percent: percentOf(now) ?? 0 }), lost)
  const lost = () => setDoing((before) => before && { ...before, lost: true })

  const end = () => {
    if (shown.current) onEnd()
  }
  const fail = (failed: readonly string[]) => {
    setFailures(failed)
    if (!shown.current) for (const text of failed) say('error', text)
  }

  async function check() {
    setFailures([])
    setDoing({ what: 'upload', percent: 0 })
    try {
      const sent = await sendImport(resource, files, {
        validate,
        update,
        onProgress: (percent) => setDoing({ what: 'upload', percent }),
      })
      if (!('tasks' in sent)) {
        // A server without checking has written them already.
        told(sent)
        await forgetResource(resource)
        return end()
      }
      const ended: Task[] = []
      for (const task of sent.tasks) ended.push(await follow('check', task))
      const failed = ended.filter(({ state }) => state !== 'checked')
      fail(failed.map((task) => `${fileOfImport(task)} ${task.message ?? '文件上传失败'}`))
      setFiles((before) => before.filter((_, index) => failed.includes(ended[index]!)))
      const good = ended.filter(({ state }) => state === 'checked')
      setChecked(good.length ? good : undefined)
      if (good.length && !shown.current) say('info', CHECKED_UNSEEN)
    } catch (error) {
      fail([(error as Error).message])
    } finally {
      setDoing(undefined)
    }
  }

  async function write() {
    setFailures([])
    const failed: string[] = []
    for (const task of ready) {
      setDoing({ what: 'write', percent: 0 })
      try {
        const ended = await follow('write', await confirmTask(task.id, !validate, lost))
        told(importResultOf(ended), ended)
      } catch (error) {
        failed.push((error as Error).message)
      }
    }
    await forgetResource(resource)
    setDoing(undefined)
    fail(failed)
    setChecked(undefined)
    if (!failed.length && !files.length) end()
  }

  return {
    files,
    add(more) {
      const fits = ({ name }: File) => /\.(xlsx?|csv)$/i.test(name)
      setFiles((before) => [...before, ...more.filter(fits)])
      return more.filter((file) => !fits(file)).map(({ name }) => name)
    },
    drop: (index) => setFiles((before) => before.filter((_, at) => at !== index)),
    checks: can('dryRun'),
    validate,
    setValidate,
    update,
    setUpdate,
    doing,
    checked,
    ready,
    failures,
    check,
    write,
    again() {
      // What cannot be called off now stays in the task centre, where nothing is written without a word either.
      for (const task of checked ?? []) actOnTask('cancel', task.id).catch(() => undefined)
      setFailures([])
      setChecked(undefined)
    },
  }
}

/** The first of what is wrong with a checked file, and how much there is. */
export function faultsSaid({ faults = [], counts, faultName }: Task): string[] {
  const wrong = counts?.wrong ?? 0
  if (!faults.length) return []
  const rows = new Set(faults.map(({ line }) => line)).size
  const list = faultName ? '，全部见错误清单' : ''
  return [
    ...faults.map(faultText),
    ...(wrong > rows || faults.length >= FIRST_FAULTS
      ? [`以上为前 ${faults.length} 处，共 ${wrong} 行有错误${list}`]
      : []),
  ]
}

/** What the person decides between, under the checked files. */
export const checkedAdvice = (tasks: readonly Task[], validate: boolean): { wrong: boolean; text: string } => {
  const wrong = tasks.some(({ counts }) => counts?.wrong)
  return {
    wrong,
    text:
      wrong && validate
        ? '有错误行的文件不会导入：请改正后重新上传，或关闭“是否校验”只导入正确的行'
        : tasks.some(worth)
          ? '尚未写入任何数据，确认后开始导入'
          : '没有需要写入的变化',
  }
}
