// @vitest-environment jsdom
/** What is typed while an answer is on its way stays. */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OwnAccount } from '#headless/session/ownData.ts'
import { ok, startToldServer, type Reply, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => {
  server = await startToldServer()
})
afterAll(() => server.close())
afterEach(cleanup)

/** The server answers when it is told to. */
function held() {
  let answer: ((reply: Reply) => void) | undefined
  server.reply = () => new Promise((resolve) => (answer = resolve))
  return async (reply: Reply) => {
    await waitFor(() => expect(answer).toBeTruthy())
    answer!(reply)
  }
}

test('of one\u2019s own data', async () => {
  const { useOwnDataForm } = await import('#headless/session/ownData.ts')
  const account = { id: '1', realname: '李四', sex: null, birthday: null, email: null } as unknown as OwnAccount
  const { result } = renderHook(() => useOwnDataForm(account))
  act(() => {
    result.current.set('realname', '李五')
    result.current.set('email', 'a@b.cn')
  })
  const answer = held()
  let saved: Promise<unknown> = Promise.resolve()
  act(() => void (saved = result.current.save()))
  act(() => {
    result.current.set('email', 'c@d.cn')
    result.current.set('sex', 1)
  })
  await answer(ok(null))
  await act(async () => void (await saved))
  expect(result.current.values).toMatchObject({ realname: '李四', email: 'c@d.cn', sex: 1 })
})

test('of a report\u2019s columns', async () => {
  const { useReportPreview } = await import('#headless/forms/reportPreview.ts')
  const { result } = renderHook(() => {
    const [values, setValues] = useState<Record<string, unknown>>({
      items: [{ id: 'a', fieldName: 'name', fieldTxt: '旧标题' }],
    })
    const set = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }))
    return { values, set, preview: useReportPreview({ values, set }) }
  })
  const answer = held()
  let filled = Promise.resolve()
  act(() => void (filled = result.current.preview.fill()))
  act(() => result.current.set('items', [{ id: 'a', fieldName: 'name', fieldTxt: '新标题' }]))
  await answer(ok({ fields: [{ fieldName: 'name', fieldTxt: 'name', fieldType: 'String' }], params: [], records: [] }))
  await act(() => filled)
  expect(result.current.values.items).toMatchObject([{ id: 'a', fieldTxt: '新标题' }])
})
