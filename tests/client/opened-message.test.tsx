// @vitest-environment jsdom
/** What lies open over the page, and where it sends its reader: the same on both shells. */
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { closeMessage, openMessage, useOpenMessage, type Message } from '#headless/messages/messages.ts'
import { useOpenedMessage } from '#headless/messages/useOpenedMessage.ts'

afterEach(() => {
  cleanup()
  closeMessage()
})

const read: Message = { id: '1', titile: '公告', msgAbstract: '摘要', readFlag: '1' }

function opened(message: Partial<Message>) {
  const went: string[] = []
  const ways = {
    to: (address: string) => void went.push(address),
    outside: (url: string) => void went.push(`outside ${url}`),
  }
  const { result } = renderHook(() => useOpenedMessage(ways))
  act(() => openMessage({ ...read, ...message }))
  return { result, went }
}

it('is nothing, then waits for an announcement of which only the number came', () => {
  const { result } = renderHook(() => useOpenedMessage({ to: () => undefined, outside: () => undefined }))
  expect(result.current).toBeUndefined()
  act(() => useOpenMessage.setState({ opened: null, loadingId: '1' }))
  expect(result.current).toEqual({ as: 'waiting' })
})

it.each([
  ['/todo', ['/todo']],
  ['https://example.com/x', ['outside https://example.com/x']],
])('a message with the address %s leads there, and closes', (openPage, went) => {
  const shown = opened({ openType: 'url', openPage })
  const text = shown.result.current
  expect(text).toMatchObject({ as: 'text', html: '摘要' })
  act(() => (text as { leave(): void }).leave())
  expect(shown.went).toEqual(went)
  expect(shown.result.current).toBeUndefined()
})

it('a message with an address that is not safe leads nowhere', () => {
  const { result } = opened({ openType: 'url', openPage: 'javascript:alert(1)' })
  expect(result.current).toMatchObject({ as: 'text', leave: undefined })
})

it('a message that names a record is shown as the record; one of a stranger, or of none, as its text', () => {
  const named = { openType: 'component', openPage: 'rental/userWithdrawalList', busId: '42' } as const
  expect(opened(named).result.current).toMatchObject({ as: 'record', of: { name: 'userWithdrawal' }, id: '42' })
  expect(opened({ ...named, busId: null }).result.current).toMatchObject({ as: 'text' })
  expect(opened({ ...named, openPage: 'other/Strange' }).result.current).toMatchObject({ as: 'text' })
})
