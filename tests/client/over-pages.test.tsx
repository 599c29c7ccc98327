// @vitest-environment jsdom
/** What lies over the phone's pages and does not come, or breaks, takes nothing away that is there already. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importWithTimeout, LoadError } from '#headless/connection/importWithTimeout.ts'
import { useOpenMessage } from '#headless/messages/messages.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { longText } from '#model/fields.ts'
import { Notices } from '../../src/mobile/layout/Notices.tsx'
import Live from '../../src/mobile/layout/Live.tsx'
import { askInput, confirm, useQuestions } from '../../src/mobile/layout/ask.ts'

const line = vi.hoisted(() => ({ lost: new Set<string>() }))
const come = vi.hoisted(() => (name: string) => async (original: () => Promise<object>) => {
  const module = await original()
  // As a script that does not come: what asks for it is refused.
  return new Proxy(module, {
    get(target, key) {
      if (key === 'then' && line.lost.has(name))
        return (_: unknown, refuse: (why: Error) => void) => refuse(new TypeError('Failed to fetch'))
      return Reflect.get(target, key) as unknown
    },
  })
})
vi.mock('../../src/mobile/layout/Asker.tsx', come('Asker'))
vi.mock('../../src/mobile/layout/toast.tsx', come('toast'))
vi.mock('../../src/mobile/fields/InputSheet.tsx', come('InputSheet'))
vi.mock('../../src/mobile/layout/messages/OpenedMessage.tsx', come('OpenedMessage'))
vi.mock('#headless/messages/live.ts', () => ({ useLiveUpdates: () => undefined }))
vi.mock('#headless/session/dictionary.ts', async (original) => ({
  ...(await original<object>()),
  followDictionaries: () => undefined,
}))

const LOST = '加载失败，请检查网络后重试'
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  line.lost.clear()
  useQuestions.setState({ queue: [] })
  useNoticeStore.setState({ queue: [] })
  vi.restoreAllMocks()
})

const page = () =>
  render(
    <>
      <p>申请的内容</p>
      <Notices />
    </>,
  )
const stays = () => expect(screen.getByText('申请的内容')).toBeTruthy()

test('a question that does not come is answered as cancelled, and comes when it is asked again', async () => {
  line.lost.add('Asker')
  page()
  let answered: Promise<boolean>
  act(() => void (answered = confirm({ title: '确定通过吗？', yes: '通过' })))
  expect(await answered!).toBe(false)
  await screen.findAllByText(LOST)
  stays()
  line.lost.clear()
  act(() => void (answered = confirm({ title: '确定通过吗？', yes: '通过' })))
  await screen.findAllByText('确定通过吗？')
})

test('nor does what an action asks for', async () => {
  line.lost.add('InputSheet')
  page()
  const fields = { result: longText('处理结果') }
  let answered: Promise<unknown>
  const ask = () => act(() => void (answered = askInput({ title: '办结', yes: '办结', danger: false, fields })))
  ask()
  expect(await answered!).toBeNull()
  await screen.findAllByText(LOST)
  stays()
  line.lost.clear()
  ask()
  await screen.findByRole('textbox')
})

test('what is to be said is said plainly where what says it does not come', async () => {
  line.lost.add('toast')
  page()
  act(() => useNoticeStore.setState({ queue: [{ id: 1, tone: 'error', text: '金额不能为空' }] }))
  expect((await screen.findByRole('alert')).textContent).toBe('金额不能为空')
})

test('a message that does not come is not open, and the page stays', async () => {
  line.lost.add('OpenedMessage')
  const { rerender } = page()
  rerender(
    <>
      <p>申请的内容</p>
      <Live />
      <Notices />
    </>,
  )
  act(() => useOpenMessage.setState({ loadingId: '1' }))
  await screen.findAllByText(LOST)
  stays()
  await waitFor(() => expect(useOpenMessage.getState().loadingId).toBeNull())
})

test('a part of it that breaks is gone, and said to be', async () => {
  const { overPages } = await import('../../src/mobile/layout/overPages.tsx')
  const Missing = lazy(() => importWithTimeout<never>(Promise.reject(new LoadError())))
  let lost = 0
  const Broken = overPages(
    () => Promise.resolve({ default: () => <Missing /> }),
    () => void lost++,
  )
  page()
  render(<Broken />)
  await screen.findAllByText(LOST)
  await waitFor(() => expect(lost).toBe(1))
  stays()
})
