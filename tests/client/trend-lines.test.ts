/** A day that is not over stands beside the line of the days that are, and says until when it was counted. */
import { expect, it } from 'vitest'
import { panelsOf, soFarText, trendLines, type PanelOf } from '#headless/figures/panels.ts'
import { labelOf } from '#headless/figures/point.ts'

const [panel] = panelsOf([
  {
    kind: 'trend',
    resource: 'orderMessage',
    figure: 'placed',
    days: ['2026-11-22', '2026-11-23', '2026-11-24'].map((day) => ({
      day,
      amount: '7',
      count: 7,
      filters: { startTime_begin: day, startTime_end: day },
    })),
  },
]) as [PanelOf<'trend'>]

it('is marked while it is today, and joined when it is over', () => {
  const today = trendLines(panel, '/order/orderMessage', '2026-11-24 10:32:07')
  expect(today.map(({ soFar }) => soFar)).toEqual([undefined, undefined, '10:32'])
  expect(labelOf(today[2]!)).toBe('2026-11-24（截至 10:32）')
  expect(labelOf(today[1]!)).toBe('2026-11-23')
  expect(soFarText(today)).toContain('今日截至 10:32')
  const tomorrow = trendLines(panel, '/order/orderMessage', '2026-11-25 00:00:01')
  expect(tomorrow.some(({ soFar }) => soFar)).toBe(false)
  expect(soFarText(tomorrow)).toBeUndefined()
})
