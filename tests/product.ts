/** The real app on a throw-away database: what every server test stands on. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { OwnLimits } from '../server/kernel/lanes.ts'
import { PretendDevices } from '../server/business/device/pretend-devices.ts'
import { PretendPay, type Outcome, type RefundOutcome } from '../server/money/pretend-pay.ts'
import type { PayOut } from '../server/kernel/ports/pay.ts'
import { paidByBooks } from '../server/money/statement.ts'
import { buildProduct, servicesOf } from '../server/product.ts'
import type { Services } from '../server/kernel/services.ts'
import { readSettings } from '../server/settings.ts'
import { asSeen } from './as-seen.ts'
import { clockFrom, type TurnedClock } from './clock.ts'
import type { Kind } from './databases.ts'
import { watchConnections } from './one-connection.ts'
import { REMOVING } from './postgres.ts'
import { databaseWith } from './template.ts'

export const PASSWORD = 'Volt#2026'

export interface Reply {
  status: number
  success: boolean
  message: string
  code: number
  // What the endpoint answers with differs by endpoint; tests say what they expect.
  result: any
  raw: LightMyRequestResponse
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Send = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

export interface TestApp {
  app: FastifyInstance
  services: Services
  pay: PretendPay
  device: PretendDevices
  clock: TurnedClock
  /** Calls as this demo account; signs in once. What it decides it decides as a page does, on the record as it stands. */
  as(username: string): Promise<Send>
  anonymous: Send
  /** What the channel does with the next payments. */
  payOutcome(outcome: (payOut: PayOut) => Outcome): void
  refundOutcome(outcome: RefundOutcome): void
  /** Runs what waits in the queue until nothing is left that is due. */
  close(): Promise<void>
}

export async function testApp(
  kind: Kind,
  options: { demo?: boolean; settings?: Record<string, string>; lanes?: OwnLimits } = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-test-'))
  const settings = readSettings({
    DEMO: options.demo === false ? '0' : '1',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '0',
    PATIENCE_MS: '0',
    IMPORT_WAIT_MS: '300000',
    DATA_DIR: folder,
    ...options.settings,
  })
  const database = await databaseWith(settings.demo ? 'demo' : 'start', kind, settings)
  const connections = watchConnections(database)
  const log = pino({ level: 'silent' }) as unknown as Services['log']
  let outcome: ((payOut: PayOut) => Outcome) | undefined
  let refundOutcome: RefundOutcome = 'refunded'
  const clock = clockFrom()
  const pay = new PretendPay(
    (payOut) => outcome?.(payOut) ?? 'paid',
    undefined,
    () => refundOutcome,
    paidByBooks(database.db),
    () => clock.now(),
  )
  const device = new PretendDevices()
  const services = servicesOf(database, settings, { log, clock, pay, device })
  const { app, stop } = await buildProduct(services, { lanes: options.lanes })
  await services.jobs.start()
  await app.ready()

  const send =
    (token?: string): Send =>
    async (method, path, body, headers = {}) => {
      const raw = await app.inject({
        method,
        url: `/jeecg-boot${path}`,
        headers: { ...(token && { 'x-access-token': token }), ...headers },
        ...(body !== undefined && { payload: (await asSeen(database.db, path, body)) as object }),
      })
      const isJson = String(raw.headers['content-type']).includes('json')
      const answer = isJson ? raw.json<Partial<Reply>>() : {}
      return { success: false, message: '', code: 0, result: null, ...answer, status: raw.statusCode, raw }
    }
  const signedIn = new Map<string, Promise<Send>>()
  const anonymous = send()
  async function signIn(username: string): Promise<Send> {
    const reply = await anonymous('POST', '/sys/login', { username, password: PASSWORD })
    if (!reply.success) throw new Error(`${username}: ${reply.message}`)
    return send((reply.result as { token: string }).token)
  }
  return {
    app,
    services,
    pay,
    device,
    clock,
    anonymous,
    as: (username) => {
      if (!signedIn.has(username)) signedIn.set(username, signIn(username))
      return signedIn.get(username)!
    },
    payOutcome: (next) => (outcome = next),
    refundOutcome: (next) => (refundOutcome = next),
    async close() {
      await stop()
      await database.drop()
      connections.check()
      rmSync(folder, REMOVING)
    },
  }
}

/** Asks again until it is so; the message says what was waited for. */
export async function until<T>(what: string, read: () => Promise<T | undefined | false>, seconds = 60): Promise<T> {
  for (
    const end = Date.now() + seconds * 1000;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 20))
  ) {
    const value = await read()
    if (value) return value
  }
  throw new Error(`waited ${seconds} s for ${what}`)
}
