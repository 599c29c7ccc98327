// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Task } from '#model/tasks.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
let tasks: typeof import('#headless/tasks/tasks.ts')

beforeAll(async () => {
  server = await startToldServer()
  tasks = await import('#headless/tasks/tasks.ts')
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
})

const task = (state: Task['state']) => ({ id: '1', state, total: 10, done: 5 }) as unknown as Task
const looks = () => server.asked.filter(({ url }) => url.includes('queryById')).length

test('a task goes on while nobody can be asked about it', async () => {
  // Cut, a proxy that knows nothing, then the end.
  server.reply = () => (looks() === 1 ? undefined : looks() === 2 ? refused(502, '') : ok(task('done')))
  let lost = 0
  const ended = await tasks.followTask(
    task('running'),
    () => undefined,
    () => (lost += 1),
  )
  expect(ended.state).toBe('done')
  expect(lost).toBe(2)
})

test('a task that is not there any more ends the waiting', async () => {
  server.reply = () => refused(404, '没有这个任务')
  await expect(tasks.followTask(task('running'), () => undefined)).rejects.toThrow('没有这个任务')
})

test('a word whose answer is lost is said again only when it did not arrive', async () => {
  const confirms = () => server.asked.filter(({ url }) => url.includes('confirm')).length
  server.reply = ({ url }) => (url.includes('confirm') ? undefined : ok(task('running')))
  expect((await tasks.confirmTask('1', false)).state).toBe('running')
  expect(confirms()).toBe(1)
  server.asked.length = 0
  server.reply = ({ url }) => {
    if (!url.includes('confirm')) return ok(task('checked'))
    return confirms() === 1 ? undefined : ok(task('running'))
  }
  expect((await tasks.confirmTask('1', false)).state).toBe('running')
  expect(confirms()).toBe(2)
})
