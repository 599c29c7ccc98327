// @vitest-environment jsdom
/** What somebody is filling in, or reading, stays when it cannot be read again. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

const nothing = (): void => undefined
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
beforeAll(async () => {
  server = await startToldServer()
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  client = (await import('#headless/session/queries.ts')).queryClient
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
})

const show = (screenful: ReactNode) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <App>{screenful}</App>
      </MemoryRouter>
    </QueryClientProvider>,
  )
/** All that was read is read again, without success. */
async function readAgain() {
  server.reply = () => refused(500, '服务器出错')
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })).not.toEqual([])) // prettier-ignore
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

const account = { username: 'li', realname: '李雷', phone: null, avatar: null, email: null, sex: 1, birthday: null }
const preferences = {
  quiet: { on: false, begin: '22:00', end: '08:00' },
  channels: [{ channel: 'bell', label: '站内', available: true, bound: true, fixed: true }],
  kinds: [{ kind: 'todo', label: '待我处理', chats: [], initial: [] }],
}

test('基本设置 keeps what was typed', async () => {
  server.reply = () => ok(account)
  const { BaseSetting } = await import('../../src/desktop/screens/account/BaseSetting.tsx')
  show(<BaseSetting />)
  const name = await screen.findByDisplayValue('李雷')
  await userEvent.setup().type(name, '三')
  await readAgain()
  expect(screen.getByDisplayValue('李雷三')).toBe(name)
})

test.each([
  ['desktop', async () => (await import('../../src/desktop/screens/me/NoticeChoices.tsx')).NoticeChoices],
  ['phone', async () => (await import('../../src/mobile/screens/me/NoticeSettings.tsx')).default],
] as const)('通知设置 stays on the %s', async (shell, load) => {
  const Settings = await load()
  const { GoContext } = await import('../../src/mobile/layout/go.ts')
  const { HostContext } = await import('../../src/mobile/HostContext.ts')
  const host = { setTitle: nothing } as never
  server.reply = () => ok(preferences)
  show(
    <HostContext value={host}>
      <GoContext value={{ to: nothing, back: nothing }}>
        <Settings />
      </GoContext>
    </HostContext>,
  )
  const choice = await screen.findByText('待我处理')
  await readAgain()
  expect(screen.getByText('待我处理'), shell).toBe(choice)
})

test('授权 under way is not given up: it would be saved all the same', async () => {
  let answer = nothing
  server.reply = ({ url }) => {
    if (url.includes('/queryTreeList')) return ok({ treeList: [{ key: 'm1', slotTitle: '菜单' }] })
    if (!url.includes('/saveRolePermission')) return ok([])
    return new Promise((resolve) => (answer = () => resolve(ok(null))))
  }
  const closed = vi.fn()
  const { GrantDrawer } = await import('../../src/desktop/custom/grants/GrantDrawer.tsx')
  show(<GrantDrawer holder={{ kind: 'role', id: 'h' }} title="授权" onClose={closed} />)
  const user = userEvent.setup()
  await screen.findByText('菜单')
  await user.click(document.querySelector('.ant-tree-checkbox')!)
  await user.click(document.querySelector('.ant-drawer-footer .ant-btn-primary')!)
  await user.click(document.querySelectorAll('.ant-drawer-footer .ant-btn')[1]!)
  expect(screen.queryByText('放弃未保存的授权吗?')).toBeNull()
  expect(closed).not.toHaveBeenCalled()
  await act(async () => answer())
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})
