// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { richText } from '../../src/model/fields.ts'
import { isLeaving, leaveBy } from '../../src/headless/connection/leaving.ts'
import { closeTopmost, holdBack, popupsGone, useBackToClose } from '../../src/mobile/layout/back.ts'
import { depth, returnTo, useGo, type Go } from '../../src/mobile/layout/go.ts'
import { RouterGo } from '../../src/mobile/layout/RouterGo.tsx'

const entries = () => (history.state as { popups?: number } | null)?.popups ?? 0
const lie = (count: number) => vi.waitFor(() => expect(entries()).toBe(count))

function Popup({ open, close }: { open: boolean; close: () => void }) {
  useBackToClose(open, close)
  return null
}

test('going back closes the popup on top and leaves the page', async () => {
  const closed: string[] = []
  const address = location.href
  render(
    <>
      <Popup open close={() => closed.push('sheet')} />
      <Popup open close={() => closed.push('picker')} />
    </>,
  )
  await lie(2)
  history.back()
  await lie(1)
  expect(closed).toEqual(['picker'])
  history.back()
  await lie(0)
  expect(closed).toEqual(['picker', 'sheet'])
  expect(location.href).toBe(address)
})

test('a page that has something to lose only now lies beneath what is open in it', async () => {
  const closed: string[] = []
  render(<Popup open close={() => closed.push('sheet')} />)
  holdBack(() => closed.push('page'), { beneath: true })
  await lie(2)
  history.back()
  await lie(1)
  expect(closed).toEqual(['sheet'])
  history.back()
  await lie(0)
  expect(closed).toEqual(['sheet', 'page'])
})

test('a popup closed by its own button takes its entry out of the history', async () => {
  const { rerender } = render(<Popup open close={() => undefined} />)
  await lie(1)
  rerender(<Popup open={false} close={() => undefined} />)
  await popupsGone()
  expect(entries()).toBe(0)
})

test('the back key of a host closes the topmost popup and is told when there is none', async () => {
  let closed = 0
  const { unmount } = render(<Popup open close={() => closed++} />)
  await lie(1)
  expect(closeTopmost()).toBe(true)
  expect(closed).toBe(1)
  unmount()
  await popupsGone()
  expect(closeTopmost()).toBe(false)
})

test('what closes may ask first: it lies on top again and the page stays', async () => {
  let asked = 0
  let release: () => void
  const ask = () => {
    asked++
    release = holdBack(ask)
  }
  release = holdBack(ask)
  await lie(1)
  history.back()
  await vi.waitFor(() => expect(asked).toBe(1))
  await lie(1)
  release()
  await popupsGone()
  expect(entries()).toBe(0)
})

test('a popup that closes while the page leaves does not call the journey off, and what travels begins it again', async () => {
  const journeys = vi.fn()
  const { rerender } = render(<Popup open close={() => undefined} />)
  await lie(1)
  leaveBy(journeys)
  rerender(<Popup open={false} close={() => undefined} />)
  // Nothing is to be seen of what does not happen.
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(entries()).toBe(1)
  expect(journeys).toHaveBeenCalledTimes(1)
  history.back()
  await vi.waitFor(() => expect(journeys).toHaveBeenCalledTimes(2))
  expect(isLeaving()).toBe(true)
  // Back here as it was: the page works on.
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(isLeaving()).toBe(false)
})

test('插入链接 of a text lies on top while it is open', async () => {
  const { default: RichTextInput } = await import('../../src/mobile/fields/RichTextInput.tsx')
  cleanup()
  const nothing = () => undefined
  render(
    <RichTextInput field={richText('说明')} name="note" value={null} values={{}} onChange={nothing} onLeave={nothing} />,
  ) // prettier-ignore
  expect(closeTopmost()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: '链接' }))
  expect(closeTopmost()).toBe(true)
})

test('插入链接 says what is wrong with an address beside it, and completes one that begins with www', async () => {
  const { default: RichTextInput } = await import('../../src/mobile/fields/RichTextInput.tsx')
  cleanup()
  const written = vi.fn()
  document.execCommand = (_, __, html) => Boolean(written(html))
  const nothing = () => undefined
  render(
    <RichTextInput field={richText('说明')} name="note" value={null} values={{}} onChange={nothing} onLeave={nothing} />,
  ) // prettier-ignore
  fireEvent.click(screen.getByRole('button', { name: '链接' }))
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: '链接地址' })
  const insert = async (text: string) => {
    fireEvent.change(address, { target: { value: text } })
    fireEvent.click(await screen.findByRole('button', { name: '插入' }))
  }
  await insert('例子.cn')
  expect(screen.getByRole('alert').textContent).toBe('链接应以 http://、https:// 或 / 开头')
  expect(address.value).toBe('例子.cn')
  expect(written).not.toHaveBeenCalled()
  await insert('www.example.cn')
  await vi.waitFor(() => expect(written).toHaveBeenCalledTimes(1))
  expect(written.mock.calls[0]![0]).toContain('href="https://www.example.cn"')
})

test('back to the page beneath lays no second one of it on top', async () => {
  cleanup()
  await popupsGone()
  let go!: Go
  const Part = () => {
    go = useGo()
    return null
  }
  history.replaceState(null, '', '/todo')
  render(
    <BrowserRouter>
      <RouterGo>
        <Part />
      </RouterGo>
    </BrowserRouter>,
  )
  const at = (pathname: string, deep: number) =>
    vi.waitFor(() => expect([location.pathname, depth()]).toEqual([pathname, deep]))
  act(() => go.to('/finance/userWithdrawal/1'))
  await at('/finance/userWithdrawal/1', 1)
  // The next one in its place.
  act(() => go.to('/customer/complaint/1', { replace: true }))
  await at('/customer/complaint/1', 1)
  act(() => returnTo(go, '/todo'))
  await at('/todo', 0)
  act(() => go.to('/customer/complaint'))
  await at('/customer/complaint', 1)
  act(() => go.to('/customer/complaint/1'))
  await at('/customer/complaint/1', 2)
  act(() => returnTo(go, '/todo'))
  await at('/todo', 2)
})
