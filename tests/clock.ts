/** The product's clock in the hands of a test: it runs, from the moment and with the leaps the test gives it. */
export interface TurnedClock {
  now(): Date
  /** Moves on by so many seconds. */
  pass(seconds: number): void
  /** Runs on only by {@link pass}, until `run`: what is read to the second must not fall into the next one. */
  stand(): void
  run(): void
}

export function clockFrom(start = new Date()): TurnedClock {
  let ahead = start.getTime() - Date.now()
  let stands: number | undefined
  const now = () => (stands ?? Date.now()) + ahead
  return {
    now: () => new Date(now()),
    pass: (seconds) => void (ahead += seconds * 1000),
    stand: () => void (stands ??= Date.now()),
    run: () => {
      ahead = now() - Date.now()
      stands = undefined
    },
  }
}
