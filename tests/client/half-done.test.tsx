// @vitest-environment jsdom
/** What was typed into an action's own fields outlives a refusal and a page that must be left, as its reason does. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#headless/session/api.ts'
import { markInterrupted, takeUpAgain } from '#headless/session/interruptedDecision.ts'
import { queryClient } from '#headless/session/queries.ts'
import { keepSession } from '#headless/session/session.ts'
import { complaintStates, resolveTypes } from '#resources/customer/complaint.ts'
import { resources } from '#resources/index.ts'
import ActionDialog from '../../src/desktop/screens/list/ActionDialog.tsx'
import Asker from '../../src/mobile/layout/Asker.tsx'
import { closeTopmost } from '../../src/mobile/layout/back.ts'
import { useQuestions } from '../../src/mobile/layout/ask.ts'
import type { Resource } from '#model/resource.ts'
import { useRun } from '../../src/mobile/layout/useRun.ts'

const { complaint } = resources
const row = {
  id: '1',
  version: 1,
  status: complaintStates.handling,
  resolveType: resolveTypes.byPhone,
  compensation: '1.00',
}
const nothing = () => undefined
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('fetch', () => new Promise(nothing))
})
beforeEach(() => keepSession({ token: 'T', username: 'li', tenantid: 1 }))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  useQuestions.setState({ queue: [] })
})

const answers = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /处理结果/ })

test('on the phone, when somebody else has changed the record meanwhile', async () => {
  const changed = new ApiError('已由 张三 修改', 409, 409, { current: { ...row, version: 2, compensation: '2.00' } })
  const { result } = renderHook(() => useRun(complaint))
  render(<Asker />)
  const person = userEvent.setup()
  let ended = Promise.resolve(false)
  const run = (now: Record<string, unknown>) =>
    act(() => void (ended = result.current('resolve', () => Promise.reject(changed), { id: '1', row: now })))
  run(row)
  await person.type(await answers(), '已退款')
  await person.click(screen.getByRole('button', { name: '办结' }))
  expect(await ended).toBe(false)
  act(() => useQuestions.setState({ queue: [] }))
  run({ ...row, compensation: '2.00' })
  expect((await answers()).value).toBe('已退款')
  // What was not typed is as the record says now.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /补偿金额/ }).value).toBe('2.00')
  await person.click(screen.getByRole('button', { name: '取消' }))
  await person.click(await screen.findByRole('button', { name: '放弃' }))
  expect(await ended).toBe(false)
  act(() => useQuestions.setState({ queue: [] }))
  run(row)
  expect((await answers()).value).toBe('')
})

test('on the phone, the back key asks before it gives up what was typed; of nothing typed it asks nothing', async () => {
  const { result } = renderHook(() => useRun(complaint))
  render(<Asker />)
  const person = userEvent.setup()
  const ended = vi.fn()
  const run = () => act(() => void result.current('resolve', vi.fn(), { id: '1', row }).then(ended))
  run()
  await person.type(await answers(), '已')
  act(() => void closeTopmost())
  await person.click(await screen.findByRole('button', { name: '继续填写' }))
  await person.type(await answers(), '退款')
  expect(ended).not.toHaveBeenCalled()
  expect((await answers()).value).toBe('已退款')
  await person.clear(await answers())
  act(() => void closeTopmost())
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(false))
})

test('on the phone, the back key asks before it gives up a reason, which a sentence often used is written behind', async () => {
  const { userWithdrawal } = resources
  const { result } = renderHook(() => useRun(userWithdrawal))
  render(<Asker />)
  const person = userEvent.setup()
  const ended = vi.fn()
  act(() => void result.current('reject', vi.fn(), { id: '1' }).then(ended))
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await person.type(reason, '户名不对。')
  act(() => void closeTopmost())
  await person.click(await screen.findByRole('button', { name: '继续填写' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: '继续填写' })).toBeNull())
  await person.click(screen.getByRole('button', { name: '收款账户信息有误' }))
  await person.click(screen.getByRole('button', { name: '收款账户信息有误' }))
  expect(reason.value).toBe('户名不对；收款账户信息有误')
  await person.click(screen.getByRole('button', { name: '取消' }))
  await person.click(await screen.findByRole('button', { name: '放弃' }))
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(false))
})

test('sentences of money and accounts are offered where there are some', async () => {
  render(<Asker />)
  const offered = async (resource: Resource) => {
    const { result, unmount } = renderHook(() => useRun(resource))
    act(() => void result.current('reject', vi.fn()))
    await screen.findByRole('textbox')
    const chips = [...document.querySelectorAll('.vd-chip')].map(({ textContent }) => textContent)
    act(() => useQuestions.setState({ queue: [] }))
    unmount()
    return chips
  }
  expect(await offered(resources.userWithdrawal)).toHaveLength(4)
  expect(await offered(resources.agentApply)).toEqual(['资料不完整，请补充后重新提交', '重复提交'])
})

test('a question says what it is about and what follows in two lines', async () => {
  const { result } = renderHook(() => useRun(complaint))
  render(<Asker />)
  act(() => void result.current('takeOver', vi.fn(), { facts: 'TS1' }))
  const follows = await screen.findByText(complaint.actions.takeOver.confirm)
  expect(follows.tagName).toBe('P')
  expect(follows.previousElementSibling?.textContent).toBe('TS1')
})

const warned = Object.values<Resource>(resources).flatMap((resource) =>
  Object.entries(resource.actions).flatMap(([name, { label, confirm, input }]) =>
    confirm && !input ? [{ resource, name, confirm, of: resource.label, label }] : [],
  ),
)
test.each(warned)('$of, $label: what follows is read before it is done, a reason asked or not', async (one) => {
  const { result } = renderHook(() => useRun(one.resource))
  render(<Asker />)
  act(() => void result.current(one.name, vi.fn(), { facts: 'TS1' }))
  const follows = await screen.findByText(one.confirm)
  expect(follows.previousElementSibling?.textContent).toBe('TS1')
})

test('what is filled in for a record says of which', async () => {
  const { result } = renderHook(() => useRun(complaint))
  render(<Asker />)
  act(() => void result.current('resolve', vi.fn(), { facts: 'TS1', row }))
  expect(await answers()).toBeTruthy()
  expect(screen.getByText('TS1')).toBeTruthy()
})

test('on the desktop, when the session ended; not when it was given up', async () => {
  const open = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <App>
            <ActionDialog resource={complaint} name="resolve" target={{ row }} onClose={nothing} />
          </App>
        </MemoryRouter>
      </QueryClientProvider>,
    )
  const person = userEvent.setup()
  const { unmount } = open()
  await person.type(await answers(), '已退款')
  markInterrupted()
  unmount()
  expect(takeUpAgain(complaint.name, '1')).toBe('resolve')
  const again = open()
  expect((await answers()).value).toBe('已退款')
  await person.click(screen.getByRole('button', { name: /^取\s?消$/ }))
  await person.click(await screen.findByRole('button', { name: /^放\s?弃$/ }))
  again.unmount()
  open()
  await waitFor(async () => expect((await answers()).value).toBe(''))
})
