// @vitest-environment jsdom
/** A message of one tenant, opened by somebody who works in another: they are asked, and taken there. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
let queries: typeof import('#headless/session/queries.ts')
let sessions: typeof import('#headless/session/session.ts')
let addressed: typeof import('#headless/session/addressedTenant.ts')
let hook: typeof import('#headless/session/useAddressedTenant.ts')
let phone: typeof import('../../src/mobile/layout/OtherTenant.tsx')
let desktop: typeof import('../../src/desktop/layout/OtherTenant.tsx')
let host: typeof import('../../src/mobile/HostContext.ts')
let ways: typeof import('../../src/mobile/layout/go.ts')

const list = [
  { id: 1, name: '华东运营' },
  { id: 2, name: '华南运营' },
]

beforeAll(async () => {
  server = await startToldServer()
  queries = await import('#headless/session/queries.ts')
  sessions = await import('#headless/session/session.ts')
  addressed = await import('#headless/session/addressedTenant.ts')
  hook = await import('#headless/session/useAddressedTenant.ts')
  phone = await import('../../src/mobile/layout/OtherTenant.tsx')
  desktop = await import('../../src/desktop/layout/OtherTenant.tsx')
  host = await import('../../src/mobile/HostContext.ts')
  ways = await import('../../src/mobile/layout/go.ts')
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  queries.queryClient.clear()
  server.asked.length = 0
})

const working = (tenantid: number) => {
  sessions.keepSession({ token: 't', username: 'zhou', tenantid })
  server.reply = ({ url }) =>
    ok(
      url.includes('getCurrentUserTenant')
        ? { list, currTenantId: tenantid }
        : url.includes('Permission')
          ? {
              menu: [{ path: '/todo', name: 'todo', component: 'todo', meta: { title: '待办' } }],
              auth: [],
              allAuth: [],
            }
          : null,
    )
}
const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries.queryClient}>{children}</QueryClientProvider>
)
const changes = () => server.asked.filter(({ url }) => url.includes('changeLoginTenantId')).map(({ body }) => body)

it.each([
  ['/finance/x/1?tenant=2', 2, '/finance/x/1'],
  ['/isps/userAnnouncement?anntId=a1&tenant=12#top', 12, '/isps/userAnnouncement?anntId=a1#top'],
  ['/todo', undefined, '/todo'],
  ['/todo?tenant=x', undefined, '/todo'],
  ['/todo?tenant=-1', undefined, '/todo'],
])('%s names tenant %s, and is %s without it', (address, id, plain) => {
  expect([addressed.tenantIn(address), addressed.withoutTenant(address)]).toEqual([id, plain])
})

it('a sign-in on the way to it begins with its tenant, when the person works there', () => {
  const login = `/user/login?redirect=${encodeURIComponent('/finance/x/1?tenant=2')}`
  expect(addressed.tenantChosen(list, login)).toBe('2')
  expect(addressed.tenantChosen(list, '/finance/x/1?tenant=1')).toBe('1')
  expect(addressed.tenantChosen(list, '/finance/x/1?tenant=3')).toBe('')
  expect(addressed.tenantChosen([], login)).toBe('')
})

it('asks nobody where it is clear, and knows who may go there', async () => {
  working(1)
  const at = (address: string) => renderHook(() => hook.useAddressedTenant(address), { wrapper: within }).result
  expect(at('/finance/x/1?tenant=1').current).toEqual({ at: 'here' })
  expect(at('/finance/x/1').current).toEqual({ at: 'here' })
  expect(server.asked).toEqual([])
  const other = at('/finance/x/1?tenant=2')
  expect(other.current).toEqual({ at: 'unknown' })
  await waitFor(() => expect(other.current).toEqual({ at: 'elsewhere', tenant: list[1], now: '华东运营' }))
  const strange = at('/finance/x/1?tenant=3')
  await waitFor(() => expect(strange.current).toEqual({ at: 'here' }))
  const { useNoticeStore } = await import('#headless/connection/notices.ts')
  expect(useNoticeStore.getState().queue.map(({ text }) => text)).toContain(
    '您已不属于这条消息所在的租户，打开的是当前租户的页面',
  )
})

it('a list of tenants that does not come is asked for again, and the address stays', async () => {
  working(1)
  const { reply } = server
  server.reply = () => refused(500, '服务器出错')
  const { result } = renderHook(() => hook.useAddressedTenant('/finance/x/1?tenant=2'), { wrapper: within })
  await waitFor(() => expect(result.current).toMatchObject({ at: 'failed', problem: '服务器出错' }))
  server.reply = reply
  act(() => (result.current as { again(): void }).again())
  await waitFor(() => expect(result.current).toMatchObject({ at: 'elsewhere' }))
})

it.each(['phone', 'desktop'] as const)('one tap takes the person there (%s)', async (shell) => {
  working(1)
  const moves: unknown[] = []
  const props = { tenant: list[1]!, now: '华东运营', to: '/finance/x/1' }
  render(
    shell === 'phone' ? (
      <host.HostContext value={{ name: 'browser', setTitle: () => undefined } as never}>
        <ways.GoContext value={{ to: (...move) => void moves.push(move), back: () => undefined }}>
          <phone.OtherTenant {...props} />
        </ways.GoContext>
      </host.HostContext>
    ) : (
      <desktop.OtherTenant {...props} onStay={() => moves.push('stay')} />
    ),
    { wrapper: within },
  )
  expect(screen.getByText('您当前在“华东运营”，切换后才能查看')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '切换到 华南运营 并打开' }))
  await waitFor(() => expect(sessions.session().tenantid).toBe(2))
  expect(changes()).toEqual([{ loginTenantId: 2 }])
  if (shell === 'phone') await waitFor(() => expect(moves).toEqual([['/finance/x/1', { replace: true }]]))
})
