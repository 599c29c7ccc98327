// @vitest-environment jsdom
/** What the time is says the clock of the business, wherever the device is. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dateTime } from '#model/fields.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { resources } from '#resources/index.ts'
import { wallTime } from '#headless/connection/wallTime.ts'
import { startValues } from '#headless/forms/startValues.ts'
import { isLate } from '#headless/records/decision.ts'
import { greeting } from '#headless/session/greeting.ts'

const here = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'America/Los_Angeles'
  // Just after midnight in Shanghai, still the morning of the day before in California.
  vi.useFakeTimers({ now: Date.parse('2026-03-01T00:00:05+08:00'), toFake: ['Date'] })
})
afterEach(() => {
  if (here === undefined) delete process.env['TZ']
  else process.env['TZ'] = here
  vi.useRealTimers()
  document.head.replaceChildren()
})

test('is read as it travels, also in the first hour of a day, and in the zone that the server works in', () => {
  expect(new Date().getDate()).toBe(28)
  expect(wallTime()).toBe('2026-03-01 00:00:05')
  document.head.innerHTML = '<meta name="voltdesk-zone" content="Asia/Tokyo">'
  expect(wallTime()).toBe('2026-03-01 01:00:05')
})

test('starts forms, greets, and says what is late', () => {
  expect(startValues({ begin: dateTime('生效时间', { initial: 'now' }) })).toEqual({ begin: '2026-03-01 00:00:05' })
  expect(greeting()).toBe('早上好')
  const late = (dueTime: string) =>
    isLate(resources.userWithdrawal, { id: '1', status: withdrawStates.waiting, dueTime })
  expect([late('2026-03-01 00:00:04'), late('2026-03-01 00:00:06')]).toEqual([true, false])
})
