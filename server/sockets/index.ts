/** `/websocket/{userId}` (contract.md §10.1): tells a signed-in person that something is new. */
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { forbidden, unavailable } from '../http/errors.ts'
import { perMinute } from '../http/limits.ts'
import { PREFIX } from '../http/register.ts'
import { signedIn, socketKnockOf } from '../http/session.ts'
import { CHATS, hostNames } from '../notify/channels.ts'
import type { Services } from '../services.ts'
import { pass } from './frames.ts'
import { close, Hub, MOST_PER_ROUND, say, type Line } from './hub.ts'
import { listenTo } from './listen.ts'
import type { LiveWord } from './publish.ts'
import { closeEnded } from './sessions.ts'

const MOST_BYTES = 1024
const MOST_LINES = 20_000
const ROUND_MS = 30_000
/** Every second round sessions are looked at: what ends by the clock tells nobody. */
const ROUNDS_A_CHECK = 2
const LAST_WORDS_MS = 1000
const HEARTCHECK = JSON.stringify({ cmd: 'heartcheck', msgTxt: '心跳响应' })

declare module 'fastify' {
  interface FastifyRequest {
    /** A socket that was let in, before it is one. */
    line?: Omit<Line, 'socket'>
  }
}

/** Sockets of other rooms may be added after this. */
export async function serveSockets(app: FastifyInstance, services: Services): Promise<void> {
  const hub = new Hub()
  const reload = () => void hub.send(hub.all(), () => JSON.stringify({ cmd: 'topic' }))
  const listener = listenTo(services, {
    onWord: (word) => void hear(services, hub, word),
    onGap: () => {
      reload()
      void closeEnded(services, hub)
    },
  })

  await app.register(websocket, {
    options: {
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
      // The token: browsers end a handshake that does not name it again.
      handleProtocols: (protocols) => protocols.values().next().value ?? false,
    },
    // A peer that breaks off or breaks the protocol: `ws` closes it, and 'close' cleans up.
    errorHandler: (error) => services.log.debug({ error: error.message }, '实时连接出错'),
    preClose(done) {
      for (const line of hub.all()) close(line, 'goingAway')
      setTimeout(() => {
        for (const client of this.websocketServer.clients) client.terminate()
      }, LAST_WORDS_MS).unref()
      this.websocketServer.close()
      done()
    },
  })

  const admit = admission(services, hub, () => listener.ready())
  app.get<{ Params: { key: string } }>(
    `${PREFIX}/websocket/:key`,
    { websocket: true, onRequest: (request) => admit(request) },
    (socket, request) => {
      const line: Line = { ...request.line!, socket }
      serve(socket, line, hub)
    },
  )

  let rounds = 0
  const round = setInterval(() => {
    for (const line of hub.all()) checkPulse(line)
    if (++rounds % ROUNDS_A_CHECK === 0) void closeEnded(services, hub)
  }, ROUND_MS)
  round.unref()
  app.addHook('onClose', () => {
    clearInterval(round)
    listener.stop()
  })
}

/** Who may have this socket. Runs before the handshake, so that others get a plain HTTP refusal. */
function admission(services: Services, hub: Hub, ready: () => Promise<void>) {
  const failures = perMinute(Math.ceil(services.settings.requestsPerMinute / 2))
  return async (request: FastifyRequest<{ Params: { key: string } }>) => {
    let caller
    try {
      caller = (await signedIn(services, socketKnockOf(request))).caller
    } catch (error) {
      failures(request.ip)
      throw error
    }
    // The newer clients add the MD5 of the token, so that several sessions of a person differ.
    if (request.params.key.replace(/_[0-9a-fA-F]{32}$/, '') !== caller.userId) throw forbidden('不能使用他人的实时连接')
    if (hub.size >= MOST_LINES) throw unavailable('实时连接过多，请稍后再试', 30)
    await ready()
    request.line = {
      userId: caller.userId,
      session: caller.sessionId,
      tenant: caller.tenantId,
      inside: CHATS.find((name) => hostNames[name] === caller.host),
      heard: 0,
      alive: true,
    }
  }
}

function serve(socket: WebSocket, line: Line, hub: Hub): void {
  hub.add(line)
  socket.on('message', (data, isBinary) => answer(line, data, isBinary))
  socket.on('pong', () => void (line.alive = true))
  socket.on('close', () => hub.remove(line))
}

function answer(line: Line, data: RawData, isBinary: boolean): void {
  line.alive = true
  if (isBinary) return close(line, 'notText')
  if (++line.heard > MOST_PER_ROUND) return close(line, 'tooOften')
  say(line, (data as Buffer).toString() === 'ping' ? 'ping' : HEARTCHECK)
}

function checkPulse(line: Line): void {
  line.heard = 0
  if (!line.alive) return line.socket.terminate()
  line.alive = false
  line.socket.ping()
}

async function hear(services: Services, hub: Hub, word: LiveWord): Promise<void> {
  try {
    if (word.cmd === 'end') hub.ofSession(word.session).forEach((line) => close(line, 'sessionEnded'))
    else await pass(services, hub, word)
  } catch (error) {
    services.log.warn({ err: error }, '实时消息未能送出')
  }
}
