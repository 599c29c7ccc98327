/**
 * The product as a chat client would show it, inside a frame of an ordinary browser: another user agent on every
 * request, the client's bridge as the first script of every page, and leave to be framed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { wecomAndroid, type Variant } from '../bridges/variants.ts'
import { variantOf } from './clients.ts'

const COOKIE = /(?:^|;\s*)demo_client=([\w-]+)/
const chosen = (headers: IncomingHttpHeaders): Variant => {
  const name = COOKIE.exec(headers.cookie ?? '')?.[1]
  return (name && variantOf(name)) || wecomAndroid
}

export function proxyTo(app: FastifyInstance, product: { port: number }): void {
  const forward = (request: FastifyRequest, reply: FastifyReply) => {
    const { 'accept-encoding': _, ...headers } = request.headers
    const variant = chosen(request.headers)
    const outgoing = ask(
      {
        host: '127.0.0.1',
        port: product.port,
        method: request.method,
        path: request.url,
        headers: { ...headers, 'user-agent': variant.browser.userAgent },
      },
      (answer) => void hand(answer, reply),
    )
    outgoing.on('error', () => void reply.code(502).send('产品没有响应'))
    reply.hijack()
    request.raw.pipe(outgoing)
  }
  // The body goes on as it came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, __, done) => done(null))
  app.setNotFoundHandler(forward)

  app.server.on('upgrade', (request, socket, head) => {
    const upstream = connect(product.port, '127.0.0.1', () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
      upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    const end = () => {
      upstream.destroy()
      socket.destroy()
    }
    upstream.on('error', end)
    socket.on('error', end)
  })
}

async function hand(answer: IncomingMessage, reply: FastifyReply): Promise<void> {
  const { 'x-frame-options': _, ...headers } = answer.headers
  const policy = headers['content-security-policy']
  if (policy) headers['content-security-policy'] = String(policy).replace(/frame-ancestors[^;]*;?/, '')
  const { raw } = reply
  if (!String(headers['content-type']).includes('text/html')) {
    raw.writeHead(answer.statusCode ?? 502, headers)
    answer.pipe(raw)
    return
  }
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const page = Buffer.concat(parts).toString().replace('<head>', '<head><script src="/__demo/client.js"></script>')
  delete headers['content-length']
  raw.writeHead(answer.statusCode ?? 502, headers)
  raw.end(page)
}
