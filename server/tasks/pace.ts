import type { Services } from '../kernel/services.ts'

/** One transaction excludes everybody from the embedded database, and nothing holds it longer than 200 ms. */
const AIM_MS = 100

interface Limits {
  first: number
  most: number
  /** What a part has locked others wait for on every database. */
  locks?: boolean
}

/** How many rows one part takes: as many as have lately fitted into its time, whatever a row costs. */
export class Pace {
  private readonly most: number
  private readonly aimMs: number
  size: number

  constructor({ settings }: Pick<Services, 'settings'>, { first, most, locks }: Limits) {
    this.most = most
    const waits = locks || !settings.databaseUrl
    this.aimMs = waits ? AIM_MS : Infinity
    this.size = waits ? first : most
  }

  /** Runs what works on so many rows. */
  async timed<T>(rows: number, work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    const result = await work()
    this.saw(rows, performance.now() - began)
    return result
  }

  /** So many rows took so long. */
  saw(rows: number, ms: number): void {
    const fits = Math.floor((rows * this.aimMs) / Math.max(1, ms))
    this.size = Math.max(1, Math.min(this.most, fits, this.size * 2))
  }
}
