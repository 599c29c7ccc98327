// @vitest-environment jsdom
/** What a list is narrowed by is in sight, and what stands in its fields is what it is narrowed by. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { resources } from '#resources/index.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const { complaint, userMessage } = resources
const nothing = (): void => undefined
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
let DesktopList: (typeof import('../../src/desktop/screens/list/List.tsx'))['default']
let HostContext: (typeof import('../../src/desktop/HostContext.ts'))['HostContext']
let PhoneHost: (typeof import('../../src/mobile/HostContext.ts'))['HostContext']
let GoContext: (typeof import('../../src/mobile/layout/go.ts'))['GoContext']
let PhoneList: (typeof import('../../src/mobile/screens/list/List.tsx'))['default']
beforeAll(async () => {
  server = await startToldServer()
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  client = (await import('#headless/session/queries.ts')).queryClient
  DesktopList = (await import('../../src/desktop/screens/list/List.tsx')).default
  HostContext = (await import('../../src/desktop/HostContext.ts')).HostContext
  PhoneHost = (await import('../../src/mobile/HostContext.ts')).HostContext
  GoContext = (await import('../../src/mobile/layout/go.ts')).GoContext
  PhoneList = (await import('../../src/mobile/screens/list/List.tsx')).default
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('IntersectionObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.scrollIntoView = nothing
  Element.prototype.scrollTo = nothing
  server.reply = ({ url }) =>
    url.includes('/device/options')
      ? ok([{ value: 'd1', text: 'PB-0001' }])
      : ok(url.includes('/list') ? { records: [], total: 0 } : null)
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
})

const host = { setTitle: nothing } as unknown as Host
let address = ''
let go: (to: string) => void = nothing
function Address() {
  const { search } = useLocation()
  const navigate = useNavigate()
  address = search
  go = (to) => void navigate(to)
  return null
}
function open(path: string, list: React.ReactNode) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <App>
          <HostContext value={host}>
            <PhoneHost value={host}>
              <GoContext value={{ to: nothing, back: nothing }}>{list}</GoContext>
            </PhoneHost>
          </HostContext>
        </App>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  // Sheets slide in and out in no time here.
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
}

test.each([
  ['desktop', () => <DesktopList resource={complaint} />],
  ['phone', () => <PhoneList resource={complaint} title="投诉" />],
] as const)('on the %s, by the words of its records, and can be taken away', async (_, list) => {
  const label = complaint.fields.deviceId.label
  const person = open('/customer/complaint?deviceId=d1&status=0', list())
  const remove = await screen.findByLabelText(`取消条件 ${label}：PB-0001`)
  expect(screen.getAllByLabelText(/^取消条件/)).toHaveLength(1)
  await person.click(remove)
  await waitFor(() => expect(address).toBe('?status=0'))
  expect(screen.queryByLabelText(/^取消条件/)).toBeNull()
})

test('what is typed in the search stays when a condition that it does not show is taken away', async () => {
  const label = complaint.fields.deviceId.label
  const person = open('/customer/complaint?deviceId=d1', <DesktopList resource={complaint} />)
  const remove = await screen.findByLabelText(`取消条件 ${label}：PB-0001`)
  const [box] = screen.getByRole('search').querySelectorAll('input')
  await person.type(box!, 'TS9')
  await person.click(remove)
  await waitFor(() => expect(address).toBe(''))
  expect(box!.value).toBe('TS9')
})

test.each([
  ['desktop', () => <DesktopList resource={complaint} />],
  ['phone', () => <PhoneList resource={complaint} title="投诉" />],
] as const)('on the %s a condition that the list does not know is said not to apply', async (_, list) => {
  const person = open('/customer/complaint?status=0&oldName=1&corpId=ding1', list())
  const said = await screen.findByLabelText('知道了 链接中的条件「oldName」无法识别，没有生效')
  await person.click(said)
  await waitFor(() => expect(address).toBe('?status=0'))
  expect(screen.queryByText(/无法识别/)).toBeNull()
})

test('a word that stands in the box of the phone is asked together with the sheet’s filters, or leaves the box', async () => {
  const person = open('/customer/complaint', <PhoneList resource={complaint} title="投诉" />)
  const box = () => screen.getAllByRole<HTMLInputElement>('searchbox')[0]!
  const sheet = async (button: RegExp) => {
    await person.click(screen.getByLabelText('筛选'))
    await person.click(await screen.findByText(button))
  }
  await person.type(box(), 'TS1')
  expect(address).toBe('')
  await sheet(/^查\s?询$/)
  await waitFor(() => expect(address).toBe(`?${complaint.title}=TS1`))
  expect(box().value).toBe('TS1')
  await sheet(/^重\s?置$/)
  await waitFor(() => expect(address).toBe(''))
  expect(box().value).toBe('')
  await person.type(box(), 'TS2')
  await sheet(/^重\s?置$/)
  await waitFor(() => expect(box().value).toBe(''))
})

test('a field that is folded away unfolds when somebody else’s question comes to it, not when one’s own does', async () => {
  const [, , , beyond] = userMessage.list.filters
  const person = open('/customer/userMessage', <DesktopList resource={userMessage} />)
  const unfold = await screen.findByRole('button', { name: /展开/ })
  expect(unfold.getAttribute('aria-expanded')).toBe('false')
  go(`/customer/userMessage?${beyond!}=1`)
  await screen.findByRole('button', { name: /收起/ })
  await person.click(screen.getByRole('button', { name: /收起/ }))
  const search = screen.getByRole('search')
  await person.type(search.querySelector('input')!, '李')
  await person.click(screen.getByRole('button', { name: /^查\s?询$/ }))
  await waitFor(() => expect(new URLSearchParams(address).size).toBe(2))
  expect(screen.getByRole('button', { name: /展开/ })).toBeTruthy()
})
