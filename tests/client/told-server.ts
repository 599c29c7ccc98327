/** A server for hooks of the client: it answers what the test says, and remembers what it was asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  url: string
  body: Record<string, unknown>
  key: string | undefined
  /** An unanswered request is taken back. */
  withdraws: boolean
}
/** Status and body; undefined: no answer comes. */
export type Reply = [number, unknown] | undefined

export const ok = (result: unknown): Reply => [200, { success: true, code: 200, message: '', result }]
export const refused = (status: number, message: string, result: unknown = null): Reply => [
  status,
  { success: false, code: status, message, result },
]

export interface ToldServer {
  readonly asked: Asked[]
  /** What it answers from now on. */
  reply: (asked: Asked) => Reply | Promise<Reply>
  close(): Promise<void>
}

/** The client of this page calls it. To be started before anything of `#headless` is imported. */
export async function startToldServer(): Promise<ToldServer> {
  const told: ToldServer = {
    asked: [],
    reply: () => ok(null),
    close: () => new Promise((done) => server.close(() => done())),
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', async () => {
      for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*')
      if (request.method === 'OPTIONS') return response.end()
      const asked: Asked = {
        method: request.method!,
        url: request.url!,
        body: request.headers['content-type']?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {},
        key: request.headers['x-idempotency-key'] as string | undefined,
        withdraws: request.headers['x-idempotency-withdraw'] !== undefined,
      }
      told.asked.push(asked)
      const answer = await told.reply(asked)
      if (!answer) return response.destroy()
      const [status, envelope] = answer
      response.statusCode = status
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(envelope))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const meta = document.createElement('meta')
  meta.name = 'voltdesk-api'
  meta.content = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Our own, which nobody has to ask what it offers.
  const own = Object.assign(document.createElement('meta'), { name: 'voltdesk-server', content: meta.content })
  document.head.append(meta, own)
  return told
}
