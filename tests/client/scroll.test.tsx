// @vitest-environment jsdom
/** B09: a page begins at the top unless it lay alive behind another one. */
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useScroll } from '../../src/desktop/layout/useScroll.ts'

it('only a page that was kept stands where it was left', () => {
  vi.stubGlobal('scrollTo', (_: number, y: number) => {
    Object.assign(window, { scrollY: y })
    window.dispatchEvent(new Event('scroll'))
  })
  const { rerender } = renderHook(({ path, round, kept }) => useScroll(path, round, kept), {
    initialProps: { path: '/a', round: 0, kept: false },
  })
  const show = (path: string, kept: boolean, round = 0) => {
    rerender({ path, round, kept })
    return window.scrollY
  }
  act(() => window.scrollTo(0, 300))
  expect(show('/b', false)).toBe(0)
  act(() => window.scrollTo(0, 120))
  expect([show('/a', true), show('/b', true)]).toEqual([300, 120])
  // Closed and opened again, or put to sleep.
  expect(show('/a', false)).toBe(0)
  expect([show('/b', true), show('/a', true)]).toEqual([120, 0])
  // Refreshed: in sight, and behind another page.
  act(() => window.scrollTo(0, 300))
  expect(show('/a', true, 1)).toBe(0)
  act(() => window.scrollTo(0, 300))
  show('/b', true)
  expect(show('/a', true, 2)).toBe(0)
})
