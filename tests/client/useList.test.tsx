// @vitest-environment jsdom
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

const { userMessage } = resources
let server: ToldServer
let lists: typeof import('#headless/lists/useList.ts')
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
/** How many records there are, and which of them not. */
let total: number
let gone: string[]

const pageOf = (url: string) => {
  const { searchParams } = new URL(url, 'http://told.invalid')
  const [no, size] = [Number(searchParams.get('pageNo')), Number(searchParams.get('pageSize'))]
  const rows = Array.from({ length: total }, (_, at) => ({ id: String(at), version: 1 })).filter(
    ({ id }) => !gone.includes(id),
  )
  return ok({ records: rows.slice((no - 1) * size, no * size), total: rows.length })
}
const asked = () => server.asked.filter(({ url }) => url.includes('/userMessage/list'))

beforeAll(async () => {
  server = await startToldServer()
  lists = await import('#headless/lists/useList.ts')
  client = (await import('#headless/session/queries.ts')).queryClient
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.reply = ({ url }) => pageOf(url)
  total = 25
  gone = []
})
afterEach(() => {
  onlineManager.setOnline(true)
  cleanup()
  client.clear()
})

const at =
  (address: string) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    </QueryClientProvider>
  )

test('查询 asks the server, also with what is shown already', async () => {
  const { result } = renderHook(() => lists.useList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
  total = 30
  act(() => result.current.setFilters({}))
  await waitFor(() => expect(result.current.total).toBe(30))
  act(() => result.current.setFilters({ nickName: '李' }))
  await waitFor(() => expect(asked().at(-1)!.url).toContain('nickName='))
  const before = asked().length
  act(() => result.current.setFilters({ nickName: '李' }))
  await waitFor(() => expect(asked()).toHaveLength(before + 1))
  act(() => result.current.reset())
  await waitFor(() => expect(asked().at(-1)!.url).not.toContain('nickName='))
})

test('a page that is empty because what stood there is done with gives way to the last one', async () => {
  const { result } = renderHook(() => lists.useList(userMessage), { wrapper: at('/customer/userMessage?pageNo=3') })
  await waitFor(() => expect(result.current.rows).toHaveLength(5))
  total = 20
  await act(() => result.current.reload())
  await waitFor(() => expect(result.current).toMatchObject({ loading: false, query: { page: 2 }, total: 20 }))
  expect(result.current.rows).toHaveLength(10)
})

test('on the phone a next page that does not come is said, and asked for by nobody but the person', async () => {
  const { result } = renderHook(() => lists.useEndlessList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.hasMore).toBe(true))
  server.reply = () => refused(500, '坏了')
  await act(() => expect(result.current.more()).rejects.toThrow('坏了'))
  await act(() => expect(result.current.reload()).rejects.toThrow('坏了'))
  expect(result.current.rows).toHaveLength(10)
  server.reply = ({ url }) => pageOf(url)
  await act(() => result.current.more())
  await waitFor(() => expect(result.current.rows).toHaveLength(20))
})

test('on the phone nothing is skipped when something above was deleted meanwhile, nor shown twice when something came', async () => {
  const { result } = renderHook(() => lists.useEndlessList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
  const ids = () => result.current.rows.map(({ id }) => id)
  gone = ['2']
  await act(() => result.current.more())
  const left = Array.from({ length: 25 }, (_, at) => String(at)).filter((id) => id !== '2')
  await waitFor(() => expect(ids()).toEqual(left.slice(0, 20)))
  gone = []
  const before = asked().length
  await act(() => result.current.more())
  await waitFor(() => expect(result.current.hasMore).toBe(false))
  expect([...new Set(ids())]).toEqual(ids())
  // The page, and what stands before it: what came in above takes nothing away.
  expect(asked()).toHaveLength(before + 2)
})

test('one record is deleted as it was seen; what somebody changed meanwhile stays and is asked for again', async () => {
  const { result } = renderHook(() => lists.useList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
  const before = asked().length
  const said = '已由 周敏 于 10:32 修改，请核对后再删除'
  server.reply = (one) => (one.method === 'DELETE' ? refused(409, said) : pageOf(one.url))
  await act(() => expect(result.current.removeOne({ id: '3', version: 1 })).rejects.toThrow(said))
  const sent = server.asked.find(({ method }) => method === 'DELETE')!
  expect(Object.fromEntries(new URL(sent.url, 'http://told.invalid').searchParams)).toMatchObject({
    id: '3',
    version: '1',
  })
  expect(asked().length).toBeGreaterThan(before)
})

test('several are deleted as they were last seen; those that somebody changed since are said and chosen no more', async () => {
  const { result } = renderHook(() => lists.useList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
  // The first was chosen on another page; the second has been asked for again since it was chosen.
  act(() => result.current.selection.toggle({ id: '20', version: 4 }))
  act(() => result.current.selection.toggle({ id: '3', version: 0 }))
  const { seenWith } = result.current.selection
  const said = '“李四”已由 周敏 于 10:32 修改，所选记录均未删除，请核对后再删除'
  const excluded = [{ id: '3', name: '李四', reason: '已由 周敏 于 10:32 修改' }]
  server.reply = (one) => (one.method === 'DELETE' ? refused(409, said, { excluded }) : pageOf(one.url))
  await act(() => expect(result.current.remove(seenWith(result.current.rows))).rejects.toThrow(said))
  const sent = server.asked.find(({ method }) => method === 'DELETE')!
  expect(Object.fromEntries(new URL(sent.url, 'http://told.invalid').searchParams)).toMatchObject({
    ids: '20,3',
    versions: '4,1',
  })
  expect(result.current.selection.ids).toEqual(['20'])
})

test('one that was chosen on another page and changed since is said and chosen no more', async () => {
  const { result } = renderHook(() => lists.useList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
  act(() => result.current.selection.toggle({ id: '20', version: 4 }))
  const { seenWith } = result.current.selection
  server.reply = (one) => (one.method === 'DELETE' ? refused(409, '已被修改，请核对后再删除') : pageOf(one.url))
  await act(() => expect(result.current.remove(seenWith(result.current.rows))).rejects.toThrow('已被修改'))
  expect(result.current.selection.ids).toEqual([])
})

test('without a line the old rows do not stand under a new question, and it is said', async () => {
  const { result } = renderHook(() => lists.useList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
  onlineManager.setOnline(false)
  server.reply = () => undefined
  act(() => result.current.setFilters({ nickName: '李' }))
  await waitFor(() => expect(result.current.fetching).toBe(true))
  await waitFor(() => expect(result.current.error?.message).toMatch('网络连接失败'))
  expect(result.current).toMatchObject({ rows: [], loading: false, fetching: false })
  server.reply = ({ url }) => pageOf(url)
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(result.current.rows).toHaveLength(10))
})

test('on the phone a list that is opened without a line says so', async () => {
  onlineManager.setOnline(false)
  server.reply = () => undefined
  const { result } = renderHook(() => lists.useEndlessList(userMessage), { wrapper: at('/customer/userMessage') })
  await waitFor(() => expect(result.current.error?.message).toMatch('网络连接失败'))
  expect(result.current.loading).toBe(false)
})
