/**
 * A server that speaks contract.md and nothing else, in memory: what a client relies on beyond it is refused and written
 * down. It has the teeth of the real ones: an edit that does not name the roles of a person takes them away, the last sign of a
 * list of receivers is cut off, what arrives twice is done twice.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { Binding, type Row } from './rows.ts'
import { Answer, routesOf, type Route } from './routes.ts'
import { envelope, failure, signatureProblem, unknownAddress, unknownHeaders, type Face, type Seen } from './strict.ts'
import { makeWorld, type Generation, type World } from './world.ts'

const PREFIX = '/jeecg-boot'
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
const PARTS = ['file', 'files[]', 'isSingleTableImport', 'foreignKeys', 'validateStatus', 'biz']
const EXPIRED = 'Token失效，请重新登录!'

export interface PlainServer extends Seen {
  origin: string
  world: World
  /** What was called, in order: `POST /sys/user/add`. */
  called: string[]
  /** Bodies of what was called with one. */
  bodies: { call: string; body: Record<string, unknown> }[]
  /** Answers no more until it is turned on again. */
  deaf: boolean
  clear(): void
  close(): Promise<void>
}

interface Options {
  generation?: Generation
  face?: Face
  /** A folder with a built client, served at `/`. */
  client?: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.png': 'image/png',
}

export async function startPlainServer({
  generation = 'new',
  face = 'http404',
  client,
}: Options = {}): Promise<PlainServer> {
  const app = Fastify()
  await app.register(multipart)
  const sockets = new Map<WebSocket, string>()
  const world = makeWorld(generation)
  const server: PlainServer = {
    origin: '',
    world,
    unknown: [],
    refused: [],
    called: [],
    bodies: [],
    deaf: false,
    clear() {
      for (const list of [server.unknown, server.refused, server.called, server.bodies]) list.length = 0
    },
    async close() {
      for (const socket of sockets.keys()) socket.terminate()
      app.server.closeAllConnections()
      await app.close()
    },
  }
  const refuse = (call: string, why: string) => {
    server.refused.push(`${call}: ${why}`)
    return failure(why)
  }
  const push = (frame: object, userId?: string) => {
    for (const [socket, key] of sockets) if (!userId || key.includes(userId)) socket.send(JSON.stringify(frame))
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(PREFIX)) return
    // Pages of another origin work here too (§1.3).
    if (request.headers.origin) {
      reply.header('access-control-allow-origin', request.headers.origin)
      reply.header('access-control-allow-credentials', 'true')
      reply.header('access-control-allow-methods', 'GET,POST,OPTIONS,PUT,DELETE')
      reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
    }
    if (request.method === 'OPTIONS') return reply.send('')
    if (server.deaf) {
      reply.hijack()
      request.raw.destroy()
    }
  })

  const tokenProblem = (reply: FastifyReply, token: string) =>
    // The older line calls that a success (§1.2); the newer one says what is wrong with it.
    reply
      .code(401)
      .send(
        generation === 'old'
          ? { ...failure(EXPIRED, 401), success: true }
          : failure(token ? EXPIRED : 'token为空!', 401),
      )

  async function answer(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0]!.slice(PREFIX.length)
    const call = `${request.method} ${path}`
    server.called.push(call)
    const token = String(request.headers['x-access-token'] ?? '')
    const me = world.rows.user.find(({ id }) => id === world.tokens.get(token))
    if (!route.open && !me) return tokenProblem(reply, token)
    const query = request.query as Record<string, string>
    const body = (request.body ?? {}) as Record<string, unknown>
    const strangers = [
      ...unknownHeaders(request).map((name) => `请求头 ${name}`),
      ...Object.keys(query)
        .filter((name) => name !== '_t' && !route.query?.includes(name))
        .map((name) => `参数 ${name}`),
    ]
    if (route.body === 'upload') {
      for await (const part of request.parts()) {
        if (!PARTS.includes(part.fieldname)) strangers.push(`文件项 ${part.fieldname}`)
        if (part.type === 'file') await part.toBuffer()
      }
    } else {
      server.bodies.push({ call, body })
      strangers.push(
        ...Object.keys(body)
          .filter((name) => !route.body?.includes(name))
          .map((name) => `字段 ${name}`),
      )
    }
    if (strangers.length) return reply.send(refuse(call, `未知${strangers.join('、')}`))
    const problem = signatureProblem(request, path, SECRET)
    if (problem) return reply.send(refuse(call, problem))
    try {
      const asked = { query, body, params: request.params as Record<string, string>, token, me: me as Row }
      const result = await route.handler(asked)
      if (!(result instanceof Answer)) return reply.send(envelope(result ?? null))
      const { bare, success = true, message = '', code = 0, result: inside = null } = result.with_
      if (Buffer.isBuffer(bare)) return reply.type('application/octet-stream').send(bare)
      if (bare !== undefined) return reply.send(bare)
      if (!success && code === 500 && route.path === '/sys/login' && !message.includes('验证码'))
        server.refused.push(call)
      return reply.send(success ? envelope(inside, message, code) : failure(message, code))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return reply.send(refuse(call, error instanceof Binding ? why : why))
    }
  }

  for (const route of routesOf(world, push)) {
    const methods = route.method === 'PUT' ? (['PUT', 'POST'] as const) : ([route.method] as const)
    app.route({
      method: [...methods],
      url: PREFIX + route.path,
      handler: (request, reply) => answer(route, request, reply),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!
    if (path.startsWith(PREFIX)) {
      server.unknown.push(`${request.method} ${path.slice(PREFIX.length)}`)
      // Before anything else it is asked who it is.
      const token = String(request.headers['x-access-token'] ?? '')
      if (!world.tokens.has(token)) return tokenProblem(reply, token)
      return unknownAddress(face, request, reply)
    }
    return sendClient(client, path, reply)
  })

  const upgrade = new WebSocketServer({ noServer: true, handleProtocols: (names) => [...names][0] ?? false })
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').slice(PREFIX.length)
    const token = String(request.headers['sec-websocket-protocol'] ?? '')
    if (path.includes('?')) server.refused.push(`SOCKET ${path}`)
    if (!path.startsWith('/websocket/') || !world.tokens.has(token)) return socket.destroy()
    upgrade.handleUpgrade(request, socket, head, (opened) => {
      sockets.set(opened, path.slice('/websocket/'.length))
      opened.on('close', () => sockets.delete(opened))
      opened.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text !== 'HeartBeat' && text !== 'ping') server.refused.push(`SOCKET ${text}`)
        if (generation === 'old') opened.send(JSON.stringify({ cmd: 'heartcheck', msgTxt: '心跳响应' }))
        else if (text === 'ping') opened.send('ping')
      })
    })
  })

  await app.listen({ port: 0, host: '127.0.0.1' })
  server.origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return server
}

/** As a proxy would: files that are there, the page for every other address. */
function sendClient(folder: string | undefined, path: string, reply: FastifyReply) {
  if (!folder) return reply.code(404).send('')
  const file = join(folder, path)
  if (extname(path) && existsSync(file))
    return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(readFileSync(file))
  if (extname(path)) return reply.code(404).send('')
  return reply.type(TYPES['.html']!).send(readFileSync(join(folder, 'index.html')))
}
