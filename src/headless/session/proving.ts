/** A check that nobody sees (`proofOfWork.ts`): when it is made, and where it can be. */
import { importWithTimeout } from '../connection/importWithTimeout.ts'
import { ApiError } from './api.ts'

/** Browsers compute keys only on secure pages. */
export const canProve = (): boolean => globalThis.isSecureContext && Boolean(globalThis.crypto?.subtle)

/** About a second of work; it and what it needs are loaded only when it is asked for. */
export const prove = async (): Promise<string> => (await importWithTimeout(import('./proofOfWork.ts'))).proofOfWork()

const isUntried = (error: unknown) =>
  error instanceof ApiError && Boolean((error.result as { untried?: boolean } | null)?.untried)

/**
 * Sends a name and a password. Where others have failed before, the server wants a proof before it looks at them: that is no
 * fault of this person's, so it is made and sent along at once. What was refused first is said when that is no way out.
 */
export async function provingIfAsked<T>(send: (proof?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!isUntried(error) || !canProve()) throw error
    const proof = await prove().catch(() => undefined)
    if (!proof) throw error
    return send(proof)
  }
}
