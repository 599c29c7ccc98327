// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isLeaving, leaveBy } from '../../src/headless/connection/leaving.ts'
import { closeTopmost, holdBack, popupsGone, useBackToClose } from '../../src/mobile/layout/back.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 60))
const entries = () => (history.state as { popups?: number } | null)?.popups ?? 0

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
  await settled()
  expect(entries()).toBe(2)
  history.back()
  await settled()
  expect(closed).toEqual(['picker'])
  history.back()
  await settled()
  expect(closed).toEqual(['picker', 'sheet'])
  expect(location.href).toBe(address)
  expect(entries()).toBe(0)
})

test('a page that has something to lose only now lies beneath what is open in it', async () => {
  const closed: string[] = []
  render(<Popup open close={() => closed.push('sheet')} />)
  holdBack(() => closed.push('page'), { beneath: true })
  await settled()
  history.back()
  await settled()
  expect(closed).toEqual(['sheet'])
  history.back()
  await settled()
  expect(closed).toEqual(['sheet', 'page'])
})

test('a popup closed by its own button takes its entry out of the history', async () => {
  const { rerender } = render(<Popup open close={() => undefined} />)
  await settled()
  expect(entries()).toBe(1)
  rerender(<Popup open={false} close={() => undefined} />)
  await popupsGone()
  expect(entries()).toBe(0)
})

test('the back key of a host closes the topmost popup and is told when there is none', async () => {
  let closed = 0
  const { unmount } = render(<Popup open close={() => closed++} />)
  await settled()
  expect(closeTopmost()).toBe(true)
  expect(closed).toBe(1)
  unmount()
  await settled()
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
  await settled()
  history.back()
  await settled()
  expect(asked).toBe(1)
  expect(entries()).toBe(1)
  release()
  await popupsGone()
  expect(entries()).toBe(0)
})

test('a popup that closes while the page leaves does not call the journey off, and what travels begins it again', async () => {
  const journeys = vi.fn()
  const { rerender } = render(<Popup open close={() => undefined} />)
  await settled()
  leaveBy(journeys)
  rerender(<Popup open={false} close={() => undefined} />)
  await settled()
  expect(entries()).toBe(1)
  expect(journeys).toHaveBeenCalledTimes(1)
  history.back()
  await settled()
  expect(journeys).toHaveBeenCalledTimes(2)
  expect(isLeaving()).toBe(true)
  // Back here as it was: the page works on.
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(isLeaving()).toBe(false)
})
