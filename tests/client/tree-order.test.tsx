// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

const { serviceProvider } = resources
let server: ToldServer
let useTree: (typeof import('#headless/lists/useTree.ts'))['useTree']
let client: (typeof import('#headless/session/queries.ts'))['queryClient']

/** Two at the top of 1002, two of 1005 below the first. */
const named = (...names: string[]) => names.map((name) => ({ id: name, providerName: name, hasChildren: false }))
const answer = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://told.invalid')
  const rows = pathname.endsWith('/childList')
    ? named('子甲', '子乙')
    : [{ ...named('甲')[0]!, hasChildren: true, childCount: 1005 }, ...named('乙')]
  if (searchParams.get('column') === 'providerName' && searchParams.get('order') === 'desc') rows.reverse()
  return ok(pathname.endsWith('/childList') ? rows : { records: rows, total: 1002 })
}

beforeAll(async () => {
  server = await startToldServer()
  ;({ useTree } = await import('#headless/lists/useTree.ts'))
  client = (await import('#headless/session/queries.ts')).queryClient
})
afterAll(() => server.close())
beforeEach(() => {
  server.reply = ({ url }) => answer(url)
})
afterEach(() => {
  cleanup()
  client.clear()
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

test('a tree is put in the order that its header shows, what is open below too', async () => {
  const { result, rerender } = renderHook(({ sort }) => useTree(serviceProvider, { sort }), {
    wrapper,
    initialProps: { sort: serviceProvider.list.sort },
  })
  const shown = () => result.current.rows.map(({ id, children = [] }) => [id, ...children.map((row) => row.id)])
  await waitFor(() => expect(result.current.rows).toHaveLength(2))
  await act(() => result.current.expand('甲', true))
  await waitFor(() => expect(shown()).toEqual([['甲', '子甲', '子乙'], ['乙']]))
  rerender({ sort: '-providerName' })
  await waitFor(() => expect(shown()).toEqual([['乙'], ['甲', '子乙', '子甲']]))
})

test('a level that did not come whole says how many more there are, while it is open', async () => {
  const { result } = renderHook(() => useTree(serviceProvider), { wrapper })
  const said = () => result.current.cut.map((one) => one.said)
  await waitFor(() => expect(said()).toEqual(['还有 1000 条，请搜索']))
  await act(() => result.current.expand('甲', true))
  await waitFor(() => expect(said()).toEqual(['“甲”下还有 1003 条，请搜索', '还有 1000 条，请搜索']))
  await act(() => result.current.expand('甲', false))
  await waitFor(() => expect(said()).toEqual(['还有 1000 条，请搜索']))
})

test('a branch says that it is on its way until it is there, or until it is clear that it does not come', async () => {
  const { result } = renderHook(() => useTree(serviceProvider), { wrapper })
  await waitFor(() => expect(result.current.rows).toHaveLength(2))
  let arrive = () => undefined as void
  const held = new Promise<void>((resolve) => (arrive = resolve))
  server.reply = async ({ url }) => {
    await held
    return answer(url)
  }
  let opened: Promise<void>
  act(() => void (opened = result.current.expand('甲', true)))
  expect([result.current.opening, result.current.expanded]).toEqual([['甲'], []])
  await act(async () => {
    arrive()
    await opened
  })
  await waitFor(() => expect(result.current.rows[0]!.children).toHaveLength(2))
  expect([result.current.opening, result.current.expanded]).toEqual([[], ['甲']])

  server.reply = () => refused(500, '不可用')
  await act(() => expect(result.current.expand('乙', true)).rejects.toThrow())
  expect([result.current.opening, result.current.expanded]).toEqual([[], ['甲']])
})
