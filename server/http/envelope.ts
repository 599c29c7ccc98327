/** What every reply looks like (contract.md §1.1). */
export interface Envelope {
  success: boolean
  message: string
  code: number
  result: unknown
  /** Milliseconds; clients may set their clock by it. */
  timestamp: number
}

export const success = (result: unknown, message = '', code = 200): Envelope => ({
  success: true,
  message,
  code,
  result: result ?? null,
  timestamp: Date.now(),
})

export const failure = (code: number, message: string, result: unknown = null): Envelope => ({
  success: false,
  message,
  code,
  result: result ?? null,
  timestamp: Date.now(),
})
