// @vitest-environment jsdom
/** A picture that is put into a text: the form waits for it, and of a form that was thrown away none arrives. */
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startToldServer, type Reply, type ToldServer } from './told-server.ts'

let server: ToldServer
let answer: (reply: Reply) => void
let unfinished: typeof import('#headless/forms/unfinishedUploads.ts')
let pictures: typeof import('#headless/forms/useTextPictures.ts')
let notices: typeof import('#headless/connection/notices.ts')

const KEPT: Reply = [200, { success: true, code: 200, message: 'jeditor/a b.png', result: null }]
const picture = new File(['x'], '门面.png', { type: 'image/png' })

beforeAll(async () => {
  server = await startToldServer()
  server.reply = () => new Promise((done) => (answer = done))
  unfinished = await import('#headless/forms/unfinishedUploads.ts')
  pictures = await import('#headless/forms/useTextPictures.ts')
  notices = await import('#headless/connection/notices.ts')
})
afterAll(() => server.close())
afterEach(cleanup)

async function sending() {
  const form = new unfinished.Unfinished()
  const { UnfinishedUploads } = unfinished
  const wrapper = ({ children }: { children: ReactNode }) => (
    <UnfinishedUploads value={form}>{children}</UnfinishedUploads>
  )
  const { result } = renderHook(() => pictures.useTextPictures(), { wrapper })
  const asked = server.asked.length
  const address = act(() => result.current(picture))
  await expect.poll(() => server.asked.length).toBe(asked + 1)
  expect([...form.values()]).toEqual(['文件正在上传，请稍候'])
  return { form, address }
}
const said = () => notices.useNoticeStore.getState().queue.map(({ text }) => text)

test('the form waits until it has arrived', async () => {
  const { form, address } = await sending()
  answer(KEPT)
  expect(await address).toMatch(/\/sys\/common\/static\/jeditor\/a b\.png$/)
  expect([form.size, form.stops.size, said()]).toEqual([0, 0, []])
})

test('thrown away, it does not arrive and nothing is said', async () => {
  const { form, address } = await sending()
  form.throwAway()
  answer(KEPT)
  expect(await address).toBeUndefined()
  expect([form.size, form.stops.size, said()]).toEqual([0, 0, []])
})

test('refused, it holds nothing up and why is said', async () => {
  const { form, address } = await sending()
  answer([413, { success: false, code: 413, message: '图片不能超过10MB', result: null }])
  expect(await address).toBeUndefined()
  expect([form.size, said()]).toEqual([0, ['门面.png 上传失败：图片不能超过10MB']])
})
