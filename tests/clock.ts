/** The product's clock in the hands of a test: it runs, from the moment and with the leaps the test gives it. */
export interface TurnedClock {
  now(): Date
  /** Moves on by so many seconds. */
  pass(seconds: number): void
}

export function clockFrom(start = new Date()): TurnedClock {
  let ahead = start.getTime() - Date.now()
  return { now: () => new Date(Date.now() + ahead), pass: (seconds) => void (ahead += seconds * 1000) }
}
