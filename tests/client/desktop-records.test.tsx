// @vitest-environment jsdom
/** Records that the desktop shows outside of their own page, and how one leads to them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { Activity, type ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { TODO } from '#model/addresses.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { resources } from '#resources/index.ts'
import { make } from '../make.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const { sysRole, userWithdrawal } = resources
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']

beforeAll(async () => {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
  const media = { matches: false, addEventListener: nothing, removeEventListener: nothing, addListener: nothing }
  vi.stubGlobal('matchMedia', () => ({ ...media, removeListener: nothing }))
  server = await startToldServer()
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  client = (await import('#headless/session/queries.ts')).queryClient
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})
beforeEach(() => {
  server.asked.length = 0
  server.reply = () => ok(null)
})
afterEach(() => {
  cleanup()
  client.clear()
  sessionStorage.clear()
})

let navigate: NavigateFunction
let address: string
function Watched({ children }: { children: ReactNode }) {
  navigate = useNavigate()
  const { pathname, search } = useLocation()
  address = pathname + search
  return children
}
const page = (at: string, children: ReactNode) => (
  <App>
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Watched>{children}</Watched>
      </MemoryRouter>
    </QueryClientProvider>
  </App>
)

async function openedFromMessage(openPage: string, busId: string) {
  const { openMessage } = await import('#headless/messages/messages.ts')
  const { default: OpenedMessage } = await import('../../src/desktop/layout/messages/OpenedMessage.tsx')
  const { HostContext } = await import('../../src/desktop/HostContext.ts')
  const { openTab } = await import('#headless/session/tabs.ts')
  openTab({ path: '/isystem/user', address: '/isystem/user', title: '用户管理', keepAlive: true })
  act(() => openMessage({ id: '1', titile: '请看', readFlag: '1', openType: 'component', openPage, busId }))
  render(
    page(
      '/isystem/user',
      <HostContext value={{ openLink: () => undefined, setTitle: () => undefined } as never}>
        <OpenedMessage />
      </HostContext>,
    ),
  )
}

it('a record opened from a message leaves the tab below it its name, and gives way to the page it leads to', async () => {
  const { useTabs } = await import('#headless/session/tabs.ts')
  server.reply = ({ url }) =>
    ok(url.includes('queryById') ? { ...make(sysRole), id: '7', version: 1, roleName: '客服', may: ['edit'] } : null)
  await openedFromMessage('system/role/index', '7')
  await screen.findByRole('heading', { name: '角色 客服' })
  expect(useTabs.getState().tabs.find(({ path }) => path === '/isystem/user')?.title).toBe('用户管理')
  await act(async () => navigate('/isystem/role/7/edit'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('one that is decided on shows from a message what must be seen first', async () => {
  const { detailFor } = await import('../../src/desktop/custom/index.ts')
  const asked = {
    ...make(userWithdrawal),
    id: '7',
    version: 1,
    status: withdrawStates.waiting,
    withdrawNo: 'TX7',
    may: ['approve'],
  }
  server.reply = ({ url }) => ok(url.includes('queryById') ? asked : null)
  expect(detailFor(userWithdrawal)).toBeDefined()
  await openedFromMessage('rental/userWithdrawalList', '7')
  await screen.findByRole('region', { name: '审批要点' })
})

it('what a batch leaves out leads to the record from wherever the batch was begun', async () => {
  const { BatchFacts } = await import('../../src/desktop/screens/list/BatchFacts.tsx')
  const { recordAddress } = await import('#headless/session/places.ts')
  const left = { id: '2', name: 'TX2', reason: '已由 张三 通过' }
  const preview = { action: 'approve', label: '通过', count: 1, ids: ['1'], versions: [1], total: null, totals: {} }
  const shown = { ...preview, excluded: [left], excludedCount: 1 }
  render(page(TODO, <BatchFacts resource={userWithdrawal} label="通过" preview={shown} />))
  expect(screen.getByRole('link', { name: 'TX2' }).getAttribute('href')).toBe(recordAddress(userWithdrawal, '2'))
})

it('a record of a kind that only a newer server knows is named, and takes no page with it', async () => {
  const { NamedRecord } = await import('../../src/desktop/layout/NamedRecord.tsx')
  render(page(TODO, <NamedRecord record={{ resource: 'drone', id: '1' }}>无人机 A</NamedRecord>))
  expect(screen.getByText('无人机 A').closest('a')).toBeNull()
})

it('an announcement named in the address is opened once', async () => {
  const { default: MyMessages } = await import('../../src/desktop/screens/messages/MyMessages.tsx')
  server.reply = ({ url }) => ok(url.includes('queryById') ? { id: '5', titile: '公告', readFlag: '1' } : null)
  const shown = (mode: 'visible' | 'hidden') =>
    page(
      '/message?anntId=5&titile=x',
      <Activity mode={mode}>
        <MyMessages />
      </Activity>,
    )
  const opened = () => server.asked.filter(({ url }) => url.includes('queryById')).length
  const { rerender } = render(shown('visible'))
  await waitFor(() => expect([opened(), address]).toEqual([1, '/message?titile=x']))
  rerender(shown('hidden'))
  rerender(shown('visible'))
  await act(() => new Promise((done) => requestAnimationFrame(done)))
  expect(opened()).toBe(1)
})

it('whoever ends the last session of the last page sees the page before', async () => {
  const { ONLINE_PAGE, useOnline } = await import('#headless/monitoring/online.ts')
  server.reply = ({ url }) => {
    const first = url.includes('pageNo=1')
    return ok({
      records: first ? Array.from({ length: ONLINE_PAGE }, (_, token) => ({ token })) : [],
      total: ONLINE_PAGE,
    })
  }
  const { result } = renderHook(() => useOnline(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.people).toHaveLength(ONLINE_PAGE))
  act(() => result.current.setPage(2))
  await waitFor(() => expect([result.current.page, result.current.people.length]).toEqual([1, ONLINE_PAGE]))
})

it('whoever removes the last member of the last page sees the page before', async () => {
  const { MembersDrawer } = await import('../../src/desktop/custom/members/MembersDrawer.tsx')
  const member = (id: number) => ({ id: String(id), username: `u${id}`, realname: `某${id}`, status: 1, version: 1 })
  const ten = Array.from({ length: 10 }, (_, id) => member(id))
  server.reply = ({ url }) => ok(url.includes('pageNo=2') ? { records: [], total: 10 } : { records: ten, total: 11 })
  render(
    page('/isystem/role', <MembersDrawer group={{ kind: 'role', id: '1' }} name="客服" onClose={() => undefined} />),
  )
  await screen.findByText('u9')
  act(() => document.querySelector<HTMLElement>('.ant-pagination-item-2')!.click())
  await waitFor(() => expect(server.asked.filter(({ url }) => url.includes('pageNo=2'))).toHaveLength(1))
  await screen.findByText('u9')
  expect(document.querySelector('.ant-pagination-item-active')?.textContent).toBe('1')
})
