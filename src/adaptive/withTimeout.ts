import { HostError } from './host.ts'

/** A client answers within this time, or it never does: outside its host an SDK call hangs for ever. */
export const CALL_MS = 8_000
/** A person looks for a code to scan, or for colleagues. */
export const PERSON_MS = 300_000

/** The answer of a host call. Too late is a HostError with code `timeout`. */
export function withTimeout<T>(call: Promise<T>, what: string, limitMs: number = CALL_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new HostError(`${what}没有响应，请稍后重试`, 'timeout', false)), limitMs)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
