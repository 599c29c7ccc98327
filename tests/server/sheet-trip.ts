/** What a list writes, given to its own import as a check: how round trips are looked at. */
import { expect } from 'vitest'
import * as SheetJS from 'xlsx'
import type { Resource } from '#model/resource.ts'
import type { Task } from '#model/tasks.ts'
import { allResources } from '#resources/index.ts'
import { until, type Send, type TestApp } from '../product.ts'
import { uploadAll, type Upload } from './upload.ts'

export const FORMATS = ['xlsx', 'xls', 'csv'] as const

/** The resources whose lists can be taken out and in. */
export const bothWays = allResources().filter(({ verbs }) => verbs.includes('export') && verbs.includes('import'))

const SOME = 8

/** The first rows of a list in these formats. */
export async function exported(send: Send, resource: Resource, formats: readonly string[] = FORMATS) {
  const { result } = await send('GET', `${resource.path}/list?pageSize=${SOME}`)
  const some = ((Array.isArray(result) ? result : result.records) as { id: string }[]).slice(0, SOME)
  const ids = some.map(({ id }) => id).join(',')
  const files: Upload[] = []
  for (const format of formats) {
    const { raw } = await send('GET', `${resource.path}/exportXls?format=${format}&selections=${ids}`)
    expect(raw.statusCode).toBe(200)
    files.push({ name: `${resource.label}.${format}`, content: raw.rawPayload })
  }
  return { files, rows: some.length }
}

/** The checks of these files once they are over, each by itself; nothing is written. */
export async function checked(
  send: Send,
  resource: Resource,
  files: readonly Upload[],
  whenExists = 'update',
): Promise<Task[]> {
  const fields = { dryRun: '1', validateStatus: '1', whenExists }
  const reply = await uploadAll(send, `${resource.path}/importExcel`, files, fields)
  expect(reply, reply.message).toMatchObject({ success: true })
  return Promise.all((reply.result.tasks as Task[]).map((task) => settled(send, task)))
}

const isSettled = ({ state }: Task) => !['queued', 'running'].includes(state)

export const settled = (send: Send, task: Task): Promise<Task> =>
  isSettled(task)
    ? Promise.resolve(task)
    : until(`the end of task ${task.id}`, async () => {
        const { result } = await send('GET', `/sys/task/queryById?id=${task.id}`)
        return isSettled(result as Task) && (result as Task)
      })

async function reasons({ anonymous }: TestApp, send: Send, { id, faultName }: Task) {
  if (!faultName) return ''
  const { result } = await send('GET', `/sys/task/file?id=${id}&which=faults`)
  const { raw } = await anonymous('GET', result.address as string)
  const book = SheetJS.read(raw.rawPayload)
  return SheetJS.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]!]!)
}

/** Every row of every file is its record as it stands. */
export async function expectUnchanged(
  test: TestApp,
  send: Send,
  resource: Resource,
  files: readonly Upload[],
  rows: number,
): Promise<void> {
  const unchanged = { total: rows, same: rows, added: 0, changed: 0, wrong: 0 }
  const tasks = await checked(send, resource, files)
  expect(tasks).toHaveLength(files.length)
  for (const task of tasks)
    expect(task.counts, `${task.title} ${task.message} ${await reasons(test, send, task)}`).toMatchObject(unchanged)
}
