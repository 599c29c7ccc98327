import pg from 'pg'
import { valueTypes } from './value-types.ts'

export interface ConnectionBehaviour {
  /** Before connecting: waits for an embedded database that is being reopened. */
  ready(): Promise<void>
  /** The error to throw for a connection that broke while it was used. */
  lost(backendPid: number | undefined, cause: Error): Promise<Error>
  /** The error as everybody else knows it. */
  named?(error: Error): Error
  /** Whether this connection is none to go on with, though it works: whoever uses it gives it back, and nobody gets it again. */
  leadsAstray?(error: Error): boolean
}

type Callback = (error: Error | null, result?: unknown) => void

const broken =
  /Connection terminated|Query read timeout|not queryable|Client was closed|timeout exceeded|timeout expired/
export const networkCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

export function isBroken(error: Error & { code?: string }) {
  return broken.test(error.message) || (error.code !== undefined && networkCodes.has(error.code))
}

/**
 * A pg client that cannot crash the process, answers with our value types even when drizzle asks for its own, and names
 * the reason when its connection is lost.
 */
export function clientClass(behaviour: ConnectionBehaviour): typeof pg.Client {
  class PlatformClient extends pg.Client {
    declare processID: number | undefined
    #running = 0

    constructor(config?: pg.ClientConfig) {
      super(config)
      // The pool listens only while a client is idle; without a listener a server restart would end the process.
      this.on('error', () => undefined)
    }

    // pg types both calls as overloads of promise and callback, which a subclass can only meet with `any`.
    // oxlint-disable-next-line typescript/no-explicit-any
    override connect(callback?: unknown): any {
      const done = behaviour.ready().then(() => super.connect())
      if (typeof callback !== 'function') return done.catch((error: Error) => this.explain(error).then(rethrow))
      done.then(
        () => (callback as (error: null, client: unknown) => void)(null, this),
        (error: Error) => this.explain(error).then(callback as Callback),
      )
    }

    // The pool fails a running query by this event, so the event too waits for the reason.
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      const [error] = args
      if (event !== 'error' || this.#running === 0 || !(error instanceof Error) || !isBroken(error))
        return super.emit(event, ...(args as []))
      void this.explain(error).then((explained) => super.emit('error', explained))
      return true
    }

    // oxlint-disable-next-line typescript/no-explicit-any
    override query(...args: unknown[]): any {
      const [first] = args
      // drizzle puts its own parsers into every query; ours know the same types.
      if (isObject(first) && 'types' in first && !('submit' in first) && !('keepTypes' in first))
        args[0] = { ...first, types: valueTypes }
      const last = args.length - 1
      const run = super.query as (...args: unknown[]) => unknown
      if (typeof args[last] === 'function') {
        const callback = args[last] as Callback
        this.#running++
        args[last] = (error: Error | null, result: unknown) => {
          this.#running--
          if (!error || !isBroken(error)) return callback(error && this.named(error), result)
          void this.explain(error).then(callback)
        }
        return run.apply(this, args)
      }
      const result = run.apply(this, args)
      if (!(result instanceof Promise)) return result
      this.#running++
      return result.finally(() => this.#running--).catch((error: Error) => this.explain(error).then(rethrow))
    }

    private named(error: Error): Error {
      // As one that was used so often as the pool allows: there is no other way to say it from here.
      if (behaviour.leadsAstray?.(error)) Object.assign(this, { _poolUseCount: Infinity })
      return behaviour.named?.(error) ?? error
    }

    private async explain(error: Error): Promise<Error> {
      if (!isBroken(error)) return this.named(error)
      // A reply may still be under way on a connection we gave up; nobody must be given it.
      ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      return behaviour.lost(this.processID, error)
    }
  }
  return PlatformClient
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const rethrow = (error: Error) => {
  throw error
}
