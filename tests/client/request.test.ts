// @vitest-environment jsdom
/** One request as the server sees it, and what is made of its answer. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NoAnswer, request, Withdrawn, type Outgoing } from '#headless/connection/request.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let origin: string
let last: { url: string; type: string | undefined; body: string } | undefined
const server = createServer((asked, response) => {
  let body = ''
  asked.on('data', (part: Buffer) => (body += part.toString()))
  asked.on('end', () => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('access-control-expose-headers', '*')
    if (asked.method === 'OPTIONS') return response.end()
    last = { url: asked.url!, type: asked.headers['content-type'], body }
    answer(asked, response)
  })
})
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
})
beforeEach(() => {
  last = undefined
  answer = (_, response) => response.end('{"a":1}')
})

const ask = (more: Partial<Outgoing> = {}) =>
  request({ method: 'GET', url: `${origin}/x`, params: {}, headers: {}, timeoutMs: 0, ...more })

test('parameters are readable in the address, also after some that are there already', async () => {
  await ask({ url: `${origin}/x?b=1`, params: { time: '2024-01-01 10:00', list: 'a,b', sign: '&=中', flag: false } })
  expect(last!.url).toBe('/x?b=1&time=2024-01-01+10:00&list=a,b&sign=%26%3D%E4%B8%AD&flag=false')
  const { searchParams } = new URL(last!.url, origin)
  expect(searchParams.get('time')).toBe('2024-01-01 10:00')
  expect(searchParams.get('sign')).toBe('&=中')
})

test('a body goes as JSON, a form and a file as they are', async () => {
  await ask({ method: 'POST', body: { a: '值' } })
  expect(last).toMatchObject({ type: 'application/json', body: '{"a":"值"}' })
  const form = new FormData()
  form.append('isup', '1')
  await ask({ method: 'POST', body: form })
  expect(last!.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(last!.body).toContain('name="isup"')
})

test.each<[string, number, unknown]>([
  ['{"a":1}', 200, { a: 1 }],
  ['gateway', 502, 'gateway'],
  ['', 204, ''],
])('%j with status %i is an answer', async (text, status, data) => {
  answer = (_, response) => {
    response.statusCode = status
    response.setHeader('Retry-After', ' 7 ')
    response.end(text)
  }
  const got = await ask()
  expect([got.status, got.data, got.header('retry-after'), got.header('nothing')]).toEqual([
    status,
    data,
    '7',
    undefined,
  ])
})

test('a file comes as a Blob of its type', async () => {
  answer = (_, response) => {
    response.setHeader('content-type', 'text/csv')
    response.end('a,b')
  }
  const { data } = await ask({ binary: true })
  expect(data).toBeInstanceOf(Blob)
  expect([(data as Blob).type, (data as Blob).size]).toEqual(['text/csv', 3])
})

const failure = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (error: unknown) => error,
  )

test('a line that breaks and one that says nothing for too long are told apart', async () => {
  answer = (asked) => asked.socket.destroy()
  expect(await failure(ask())).toEqual(new NoAnswer('unreachable'))
  answer = () => undefined
  expect(await failure(ask({ timeoutMs: 20 }))).toEqual(new NoAnswer('timeout'))
})

test('what nobody wants any more ends at once, before it is sent too', async () => {
  const leaving = new AbortController()
  answer = () => leaving.abort()
  expect(await failure(ask({ signal: leaving.signal }))).toBeInstanceOf(Withdrawn)
  last = undefined
  expect(await failure(ask({ signal: leaving.signal }))).toBeInstanceOf(Withdrawn)
  expect(last).toBeUndefined()
})

test('how much of an upload has gone is said in percent', async () => {
  const said: number[] = []
  const body = new FormData()
  body.append('file', new Blob(['x'.repeat(100_000)]))
  await ask({ method: 'POST', body, onUpload: (percent) => said.push(percent) })
  expect(said.at(-1)).toBe(100)
})
