/** The worst that fits into a body: every route answers it, in few words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, methodsOf } from '../../server/http/register.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type Method, type TestApp } from '../product.ts'

const MEGABYTE = 1024 * 1024
/** An answer may repeat some of what was sent, never a multiple of it. */
const LARGEST_ANSWER = 64 * 1024

interface Sent {
  method: Method
  path: string
}
/** Twelve thousand of them once ended the process. */
const WORST = 'twelve thousand unknown keys'

const names = (count: number) => Array.from({ length: count }, (_, at) => `k${at}`)
const filled = (length: number) => 'x'.repeat(length)

/** Bodies of just under 2 MB, each worst for another way of reading; a text is sent as it is. */
const bodies: Readonly<Record<string, () => unknown>> = {
  [WORST]: () => Object.fromEntries(names(12_000).map((name) => [name, 1])),
  'a hundred thousand unknown keys': () => Object.fromEntries(names(130_000).map((name) => [name, 1])),
  'one endless key': () => ({ [filled(1.9 * MEGABYTE)]: 1 }),
  'one endless value under every likely name': () =>
    Object.fromEntries(
      ['id', 'ids', 'name', 'username', 'code', 'list', 'rows', 'superQueryParams', 'key'].map((name) => [
        name,
        filled(200 * 1024),
      ]),
    ),
  'a list of a hundred thousand wrong things': () => ({
    ids: names(150_000),
    list: Array.from({ length: 60_000 }, () => ({ a: 1 })),
  }),
  'a deep nest': () => `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`,
}

/** All that is in it, however deep. */
function frozen(whole: unknown): unknown {
  const rest = [whole]
  for (let one = rest.pop(); one !== undefined; one = rest.pop())
    if (typeof one === 'object' && one) for (const part of Object.values(Object.freeze(one))) rest.push(part)
  return whole
}

describe('a body of two megabytes', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(await oneKind())
  })
  afterAll(() => test.close())

  /** Anew: some of the routes end the session. */
  async function signedIn() {
    // Some of the routes count tries; what is measured here are bodies.
    await test.services.pool.query('delete from sys_rate_limit')
    const { result, message } = await test.anonymous('POST', '/sys/login', { username: 'admin', password: PASSWORD })
    if (!(result as { token?: string } | null)?.token) throw new Error(message)
    const headers = { 'x-access-token': (result as { token: string }).token, 'content-type': 'application/json' }
    return (method: Method, path: string, text: string) => test.anonymous(method, path, text, headers)
  }

  /** How its text is read is the same for every route: once is enough. Frozen, so that each finds what the one before found. */
  async function readOnce(text: string, work: () => Promise<void>) {
    const parse = JSON.parse
    let read: unknown
    JSON.parse = (given: string, ...more) => (given === text ? (read ??= frozen(parse(given))) : parse(given, ...more))
    await work().finally(() => (JSON.parse = parse))
  }

  /** A route of every room and verb; unknown keys, the worst, go to all of them. */
  const some = (paths: readonly Sent[]) => {
    const kindOf = ({ method, path }: Sent) => `${method} ${path.startsWith('/rental/') ? path.split('/')[3] : path}`
    return [...new Map(paths.map((one) => [kindOf(one), one])).values()].filter((_, at) => at % 4 === 0)
  }

  it.each(Object.entries(bodies))('%s is answered', async (what, body) => {
    let admin = await signedIn()
    const made = body()
    const given = typeof made === 'string' ? made : JSON.stringify(made)
    expect(given.length).toBeLessThan(2 * MEGABYTE)
    const writing = allRoutes(test.app).flatMap((route) =>
      route.textBody || route.upload
        ? []
        : methodsOf(route)
            .filter((method) => method !== 'GET')
            .map((method) => ({ method: method as Method, path: route.path.replace(/:\w+/g, 'x') })),
    )
    expect(writing.length).toBeGreaterThan(200)
    const wrong: string[] = []
    await readOnce(given, async () => {
      for (const { method, path } of what === WORST ? writing : some(writing)) {
        const reply = await admin(method, path, given)
        if (reply.status === 401) admin = await signedIn()
        const { length } = reply.raw.rawPayload
        if (length > LARGEST_ANSWER) wrong.push(`${method} ${path}: ${length} bytes`)
        if (reply.status >= 500) wrong.push(`${method} ${path}: ${reply.status} ${reply.message}`)
      }
    })
    expect(wrong).toEqual([])
  })
})
