// @vitest-environment jsdom
/** A message that comes while one works on the phone: it can be opened where it is said, and says whose it is. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { closeMessage, openMessage, useOpenMessage } from '#headless/messages/messages.ts'
import { queryClient } from '#headless/session/queries.ts'
import { HostContext } from '../../src/mobile/HostContext.ts'
import { GoContext } from '../../src/mobile/layout/go.ts'
import Live from '../../src/mobile/layout/Live.tsx'
import OpenedMessage from '../../src/mobile/layout/messages/OpenedMessage.tsx'

const arriving = vi.hoisted(() => ({ hear: (_: { msgId?: string; msgTxt?: string }): void => undefined }))
vi.mock('#headless/messages/live.ts', () => ({
  useLiveUpdates: (hear: typeof arriving.hear) => void (arriving.hear = hear),
}))

const nothing = () => undefined
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('fetch', () => new Promise(nothing))
})
afterEach(() => {
  cleanup()
  closeMessage()
})

const around = (drawn: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <HostContext value={{ setTitle: nothing } as unknown as Host}>
        <GoContext value={{ to: nothing, back: nothing }}>{drawn}</GoContext>
      </HostContext>
    </QueryClientProvider>,
  )

test('a tap opens it; one that cannot be opened is put away', async () => {
  const asked: (string | null)[] = []
  const stop = useOpenMessage.subscribe(({ loadingId }) => asked.push(loadingId))
  around(<Live />)
  act(() => arriving.hear({ msgId: 'a1', msgTxt: '提现待您审批' }))
  await userEvent.click(screen.getByRole('button', { name: /提现待您审批.*查看/ }))
  expect(asked).toContain('a1')
  stop()
  expect(screen.queryByText('提现待您审批')).toBeNull()
  act(() => arriving.hear({ msgTxt: '系统维护' }))
  await userEvent.click(screen.getByRole('button', { name: /系统维护/ }))
  expect(screen.queryByText('系统维护')).toBeNull()
})

test('opened it says what it is, how urgent, from whom and when', async () => {
  around(<OpenedMessage />)
  const message = { id: '1', titile: '停机', msgAbstract: '今晚', readFlag: '1', priority: 'H', sender: '周敏', sendTime: '2026-05-01 09:00:00' } // prettier-ignore
  act(() => openMessage(message))
  const dialog = await screen.findByRole('dialog', { name: '通知消息' })
  for (const words of ['通知消息', '紧急', '发布人：周敏', '发布时间：2026-05-01 09:00:00'])
    expect(dialog.textContent).toContain(words)
})
