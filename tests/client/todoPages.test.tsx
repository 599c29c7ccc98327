// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
let todo: typeof import('#headless/todos/todoPages.ts')
let client: (typeof import('#headless/session/queries.ts'))['queryClient']

beforeAll(async () => {
  server = await startToldServer()
  todo = await import('#headless/todos/todoPages.ts')
  client = (await import('#headless/session/queries.ts')).queryClient
})
afterAll(() => server.close())

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

test('a decision that somebody else took meanwhile hides none of those below it', async () => {
  let waiting = Array.from({ length: 45 }, (_, at) => String(at))
  server.reply = ({ url }) => {
    const { searchParams } = new URL(url, 'http://told.invalid')
    const [no, size] = [Number(searchParams.get('pageNo')), Number(searchParams.get('pageSize'))]
    const records = waiting.slice((no - 1) * size, no * size).map((id) => ({ resource: 'userWithdrawal', id }))
    return ok({ records, total: waiting.length })
  }
  const { result } = renderHook(() => todo.useTodoPages(), { wrapper })
  await waitFor(() => expect(result.current.items).toHaveLength(20))
  waiting = waiting.filter((id) => id !== '3')
  await act(() => result.current.more())
  await waitFor(() => expect(result.current.items.map(({ id }) => id)).toEqual(waiting.slice(0, 40)))
})
