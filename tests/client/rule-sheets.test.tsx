// @vitest-environment jsdom
/** Data rules, of a menu and of whom they bind: what was changed is not thrown away unasked, and where nothing was, nobody is asked. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { validStates } from '#resources/system/permission.ts'
import type { Reply, ToldServer } from './told-server.ts'
import { ok, startToldServer } from './told-server.ts'

const nothing = () => undefined
const rule = { id: 'r1', permissionId: 'm1', ruleName: '待审', ruleColumn: 'status', ruleConditions: '=', ruleValue: '0', status: validStates.valid } // prettier-ignore
const holder = { kind: 'role', id: '1' } as const
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('IntersectionObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.setPointerCapture = nothing
  server = await startToldServer()
  client = (await import('#headless/session/queries.ts')).queryClient
  const { patience } = await import('#headless/session/idempotency.ts')
  patience.waitsMs = [0]
})
afterAll(() => server.close())
afterEach(async () => {
  cleanup()
  client.clear()
  const { useQuestions } = await import('../../src/mobile/layout/ask.ts')
  useQuestions.setState({ queue: [] })
})

const answers =
  (given: Readonly<Record<string, unknown>>) =>
  ({ url }: { url: string }): Reply =>
    ok(Object.entries(given).find(([part]) => url.includes(part))?.[1] ?? null)

async function onThePhone(drawn: ReactNode) {
  const { default: Asker } = await import('../../src/mobile/layout/Asker.tsx')
  const { HostContext } = await import('../../src/mobile/HostContext.ts')
  const { GoContext } = await import('../../src/mobile/layout/go.ts')
  render(
    <QueryClientProvider client={client}>
      <HostContext value={{ setTitle: nothing } as unknown as Host}>
        <GoContext value={{ to: nothing, back: nothing }}>
          {drawn}
          <Asker />
        </GoContext>
      </HostContext>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('a rule that was opened on the phone and left as it was is left at once', async () => {
  const { useAccess } = await import('#headless/session/access.ts')
  const { useQuestions, choose } = await import('../../src/mobile/layout/ask.ts')
  const { default: RulesPage } = await import('../../src/mobile/custom/sysPermission/RulesPage.tsx')
  expect(choose).toBeTruthy()
  useAccess.setState({ auth: [{ action: 'system:permission:editRule', type: '1' }] } as never)
  server.reply = answers({ getPermRuleListByPermId: [rule] })
  const person = await onThePhone(<RulesPage row={{ id: 'm1', name: '用户提现' }} title="数据规则" />)
  await person.click(await screen.findByText('待审'))
  await person.click(await screen.findByText('编辑'))
  // Which condition: chosen from words the server has, and it has none here.
  const conditions = await vi.waitFor(() => {
    const [asked] = useQuestions.getState().queue.filter((one) => one.kind === 'choice' && one.title === '条件规则')
    expect(asked).toBeTruthy()
    return asked as Extract<typeof asked, { kind: 'choice' }>
  })
  act(() => {
    conditions.answer('=')
    useQuestions.setState(({ queue }) => ({ queue: queue.filter((one) => one.kind === 'input') }))
  })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /规则名称/ })
  expect(name.value).toBe('待审')
  const open = () => useQuestions.getState().queue.map(({ kind }) => kind)
  await person.click(screen.getByRole('button', { name: '取消' }))
  expect(open()).not.toContain('confirm')
  await person.click(await screen.findByText('待审'))
})

test('rules that were ticked on the phone are thrown away only after a question, by 取消 and by the back key', async () => {
  const { closeTopmost } = await import('../../src/mobile/layout/back.ts')
  const { RuleSheet } = await import('../../src/mobile/custom/grants/RuleSheet.tsx')
  server.reply = answers({ datarule: { datarule: [rule], drChecked: '' } })
  const onClose = vi.fn()
  const person = await onThePhone(<RuleSheet holder={holder} permissionId="m1" name="提现" onClose={onClose} />)
  const tick = await screen.findByText(/^待审/)
  await person.click(screen.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  act(() => void closeTopmost())
  expect(onClose).toHaveBeenCalledTimes(2)
  await person.click(tick)
  await person.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByText('放弃未保存的数据规则？')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '继续' }))
  expect(onClose).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(screen.queryByText('放弃未保存的数据规则？')).toBeNull())
  act(() => void closeTopmost())
  await person.click(await screen.findByRole('button', { name: '放弃' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(3))
})

test('rules that are being saved on the desktop are not left meanwhile', async () => {
  const { RuleModal } = await import('../../src/desktop/custom/grants/RuleModal.tsx')
  server.reply = answers({ datarule: { datarule: [rule], drChecked: '' } })
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <RuleModal holder={holder} permissionId="m1" name="提现" onClose={onClose} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.click(await screen.findByRole('checkbox'))
  let answer = nothing as (reply: Reply) => void
  server.reply = () => new Promise((resolve) => (answer = resolve))
  await person.click(screen.getByRole('button', { name: '保存' }))
  await person.click(screen.getByRole('button', { name: '取消' }))
  await expect(screen.findByText('放弃未保存的数据规则吗?', {}, { timeout: 300 })).rejects.toThrow()
  expect(onClose).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(answer).not.toBe(nothing))
  answer(ok(null))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
