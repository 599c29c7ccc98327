/** The demo is made at whatever moment somebody starts the product for the first time. */
import { expect, it } from 'vitest'
import { planDemo } from '../../server/db/seed/demo/index.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const START = Date.UTC(2026, 10, 21)
const timeZone = 'Asia/Shanghai'

it('adds up at any minute of a day, and on any day', { timeout: 300_000 }, () => {
  // Orders end on whole minutes: one may end at the very moment the demo is made.
  const minutes = Array.from({ length: 144 }, (_, number) => START + number * 10 * MINUTE)
  const days = Array.from({ length: 24 }, (_, week) => START + week * 16 * DAY + week * 31 * MINUTE)
  for (const at of [...minutes, ...days]) {
    const now = new Date(at)
    const moment = now.toISOString()
    const { books, consumers } = expectMade(moment, now)
    const accounts = [...books.accounts.values(), ...consumers.map(({ account }) => account)]
    expect(
      accounts.flatMap(({ entries }) => entries.filter((entry) => entry.at > now)),
      moment,
    ).toEqual([])
  }
})

function expectMade(moment: string, now: Date) {
  try {
    return planDemo({ now, timeZone })
  } catch (error) {
    throw new Error(`${moment}: ${(error as Error).message}`, { cause: error })
  }
}
