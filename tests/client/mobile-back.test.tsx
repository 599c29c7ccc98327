// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { richText } from '../../src/model/fields.ts'
import { isLeaving, leaveBy } from '../../src/headless/connection/leaving.ts'
import { closeTopmost, holdBack, popupsGone, useBackToClose } from '../../src/mobile/layout/back.ts'

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
