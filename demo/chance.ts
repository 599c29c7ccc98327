/** Chance that falls the same way every time (mulberry32): the demo is the same on every machine, only its dates move. */
export class Chance {
  private state: number
  constructor(seed: number) {
    this.state = seed
  }
  /** 0 ≤ x < 1 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  /** Both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }
  is(probability: number): boolean {
    return this.next() < probability
  }
  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)]!
  }
  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('')
  }
}
