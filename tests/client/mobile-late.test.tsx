// @vitest-environment jsdom
/** On the phone an answer that comes after its page was left neither opens a question nor takes the person elsewhere. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Activity, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import type { InputQuestion } from '../../src/mobile/layout/ask.ts'
import { ok, refused, startToldServer, type Reply, type ToldServer } from './told-server.ts'

const nothing = (): void => undefined
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
let notices: (typeof import('#headless/connection/notices.ts'))['useNoticeStore']
let questions: (typeof import('../../src/mobile/layout/ask.ts'))['useQuestions']
let HostContext: (typeof import('../../src/mobile/HostContext.ts'))['HostContext']
let GoContext: (typeof import('../../src/mobile/layout/go.ts'))['GoContext']
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.setPointerCapture = nothing
  server = await startToldServer()
  client = (await import('#headless/session/queries.ts')).queryClient
  notices = (await import('#headless/connection/notices.ts')).useNoticeStore
  questions = (await import('../../src/mobile/layout/ask.ts')).useQuestions
  HostContext = (await import('../../src/mobile/HostContext.ts')).HostContext
  GoContext = (await import('../../src/mobile/layout/go.ts')).GoContext
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
  notices.setState({ queue: [] })
  questions.setState({ queue: [] })
  vi.clearAllMocks()
})

const go = { to: vi.fn(), back: vi.fn() }
const within = (page: ReactNode) => (
  <QueryClientProvider client={client}>
    <HostContext value={{ setTitle: nothing } as unknown as Host}>
      <GoContext value={go}>{page}</GoContext>
    </HostContext>
  </QueryClientProvider>
)
const said = () => notices.getState().queue.map(({ text }) => text)

/** The call whose address has `part` waits until it is answered by hand. */
function held(part: string) {
  let answer: ((reply: Reply) => void) | undefined
  server.reply = ({ url }) => (url.includes(part) ? new Promise((resolve) => (answer = resolve)) : ok(null))
  return {
    arrived: () => vi.waitFor(() => expect(answer).toBeDefined()),
    answer: (reply: Reply) => answer!(reply),
  }
}

test('who may not join is said, and the sheet is not opened again over another page', async () => {
  const { useAccess } = await import('#headless/session/access.ts')
  const { MembersPage } = await import('../../src/mobile/custom/members/MembersPage.tsx')
  useAccess.setState({ auth: [{ action: 'system:user:addUserRole', type: '1' }] } as never)
  const call = held('addSysUserRole')
  const { unmount } = render(within(<MembersPage group={{ kind: 'role', id: '1' }} title="角色用户" />))
  fireEvent.click(screen.getByRole('button', { name: '添加用户' }))
  const [question] = questions.getState().queue
  questions.setState({ queue: [] })
  act(() => (question as InputQuestion).answer({ people: 'u1' }))
  await call.arrived()
  unmount()
  call.answer(refused(400, '张三已停用'))
  await vi.waitFor(() => expect([...said(), ...questions.getState().queue]).not.toEqual([]))
  expect(questions.getState().queue).toEqual([])
  expect(said()).toEqual(['张三已停用'])
})

test('a page that is saved while another lies over it is left when it comes back, and the other one stays', async () => {
  const { default: PasswordPage } = await import('../../src/mobile/custom/sysUser/PasswordPage.tsx')
  const call = held('changePassword')
  const page = (mode: 'visible' | 'hidden') =>
    within(
      <Activity mode={mode}>
        <PasswordPage row={{ id: 'u1', username: 'zhang' }} title="重置密码" />
      </Activity>,
    )
  const { rerender } = render(page('visible'))
  for (const input of document.querySelectorAll('input[type=password]'))
    fireEvent.change(input, { target: { value: 'Ladung-2026' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await call.arrived()
  rerender(page('hidden'))
  call.answer([200, { success: true, code: 200, message: '修改成功', result: null }])
  await vi.waitFor(() => expect(said()).toEqual(['修改成功']))
  expect(go.back).not.toHaveBeenCalled()
  rerender(page('visible'))
  await vi.waitFor(() => expect(go.back).toHaveBeenCalledTimes(1))
})

test('whoever is on the way to another tenant does not stay meanwhile', async () => {
  const { OtherTenant } = await import('../../src/mobile/layout/OtherTenant.tsx')
  const call = held('changeLoginTenantId')
  render(within(<OtherTenant tenant={{ id: 2, name: '华南运营' }} now="华东运营" to="/todo" />))
  const stay = screen.getByRole<HTMLButtonElement>('button', { name: '暂不切换' })
  expect(stay.disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: '切换到 华南运营 并打开' }))
  await call.arrived()
  expect(stay.disabled).toBe(true)
  call.answer(refused(400, '您已不属于该租户'))
  await vi.waitFor(() => expect(stay.disabled).toBe(false))
})
