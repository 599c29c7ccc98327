/** What tests of imports do again and again: a file that is checked first, then written, and taken back. */
import * as SheetJS from 'xlsx'
import { afterAll, beforeAll, expect } from 'vitest'
import { writers, type Cell } from '@voltdesk/sheets'
import type { Task } from '#model/tasks.ts'
import type { Kind } from '../databases.ts'
import { testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

const must = (reply: Reply): any => {
  expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
  return reply.result
}

/** `sender` is asked at every use: it signs in before the first test. */
export function importsOf(sender: () => Send) {
  const settled = (id: string) =>
    until(`the end of task ${id}`, async () => {
      const now = must(await sender()('GET', `/sys/task/queryById?id=${id}`)) as Task
      return !['queued', 'running'].includes(now.state) && now
    })
  /** Records that are there already are changed. */
  async function checked(path: string, titles: readonly string[], lines: readonly Cell[][]): Promise<Task> {
    async function* rows() {
      yield* lines
    }
    const chunks: Uint8Array[] = []
    const plan = { name: '导入', columns: titles.map((title) => ({ title })), rows: rows() }
    for await (const chunk of writers.xlsx.write(plan)) chunks.push(chunk)
    const form = { validateStatus: '1', dryRun: '1', whenExists: 'update' }
    const reply = await upload(sender(), `${path}/importExcel`, '表.xlsx', Buffer.concat(chunks), form)
    return settled((must(reply).tasks as Task[])[0]!.id)
  }
  const confirmed = async ({ id }: Task): Promise<Task> => {
    must(await sender()('POST', '/sys/task/confirm', { id, partly: false }))
    return settled(id)
  }
  /** With what was said of it. */
  const undone = async ({ id }: Task) => {
    const { message } = await sender()('POST', '/sys/task/undo', { id })
    return { ...(await settled(id)), message }
  }
  return { settled, checked, confirmed, undone }
}

/** An application of its own for a file of such tests, whose administrator sends the imports. */
export function importDesk(kind: Kind) {
  let app: TestApp
  let sender: Send
  beforeAll(async () => {
    app = await testApp(kind)
    // What is ordered here is told with its end.
    Object.assign(app.services.settings, { taskWaitMs: 120_000 })
    sender = await app.as('admin')
  })
  afterAll(() => app?.close())
  const admin: Send = (...asked) => sender(...asked)
  /** Of the wrong rows, as the file that is offered says it: these columns. */
  async function faultsOf({ id }: Pick<Task, 'id'>, ...columns: string[]): Promise<unknown[][]> {
    const { address } = must(await admin('GET', `/sys/task/file?id=${id}&which=faults`))
    const { raw } = await app.anonymous('GET', address as string)
    const sheet = Object.values(SheetJS.read(raw.rawPayload).Sheets)[0]!
    return SheetJS.utils.sheet_to_json<Record<string, unknown>>(sheet).map((row) => columns.map((name) => row[name]))
  }
  return { app: () => app, admin, must, faultsOf, ...importsOf(() => admin) }
}
