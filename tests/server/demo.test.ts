/** The demo is made at whatever moment somebody starts the product for the first time. */
import { expect, it } from 'vitest'
import { accountsOf, planDemo } from '../../demo/index.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const START = Date.UTC(2026, 10, 21)
const timeZone = 'Asia/Shanghai'

it('adds up at any minute of a day, and on any day', { timeout: 1_200_000 }, () => {
  // Orders end on whole minutes: one may end at the very moment the demo is made. Every hour of a day, each at another minute.
  const minutes = Array.from({ length: 24 }, (_, hour) => START + (hour * 60 + ((hour * 25) % 60)) * MINUTE)
  const days = Array.from({ length: 12 }, (_, week) => START + week * 32 * DAY + week * 31 * MINUTE)
  for (const at of [...minutes, ...days]) {
    const now = new Date(at)
    const moment = now.toISOString()
    const plan = expectMade(moment, now)
    expect(
      accountsOf(plan).flatMap(({ entries }) => entries.filter((entry) => entry.at > now)),
      moment,
    ).toEqual([])
    expect(driversWithMoney(plan), moment).toBeGreaterThan(2)
  }
})

function expectMade(moment: string, now: Date) {
  try {
    return planDemo({ now, timeZone })
  } catch (error) {
    throw new Error(`${moment}: ${(error as Error).message}`, { cause: error })
  }
}

/** Who has earned more than what the devices in the car cost. */
const driversWithMoney = ({ drivers }: ReturnType<typeof planDemo>) =>
  drivers.drivers.filter(({ account, onBoard, row }) => {
    expect(account.frozen).toBeLessThanOrEqual(Number(row.freezeAmount) * onBoard)
    return account.balance > 0
  }).length
