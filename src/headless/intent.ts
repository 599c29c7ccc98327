import { api, ApiError, type Envelope } from './api.ts'

const WAITS_MS = [1_000, 3_000, 8_000]
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const uuid = (): string =>
  // Only there on https and localhost; staff may sit on a plain address of the house.
  globalThis.crypto?.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Sends what a person decided, once. When no answer comes nobody knows whether it was done, so it is asked again under
 * the same key, and the server answers for the first time it arrived. `onUnknown` is told while that goes on.
 */
export async function sendOnce<T>(
  method: 'POST' | 'PUT',
  url: string,
  body: unknown,
  onUnknown?: () => void,
): Promise<Envelope<T>> {
  const headers = { 'X-Idempotency-Key': uuid() }
  for (let attempt = 0; ; attempt++) {
    try {
      return await api.envelope<T>(method, url, { body, headers, quiet: true })
    } catch (error) {
      const unknown = error instanceof ApiError && (error.status === 0 || error.status === 503 || error.status === 504)
      if (!unknown || attempt >= WAITS_MS.length) throw error
      onUnknown?.()
      await wait(WAITS_MS[attempt]!)
    }
  }
}
