/** `/websocket/{userId}` (contract.md §10.1): tells a signed-in person that something is new. Beside it the tables of §10.2. */
import { chatOfHost } from '../kernel/host.ts'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { badInput, forbidden, unavailable } from '../kernel/errors.ts'
import { keepNewest } from '../kernel/keep-newest.ts'
import type { Lane } from '../kernel/lane.ts'
import { networkOf, perMinute } from '../people/limits.ts'
import { PREFIX } from '../kernel/route.ts'
import { signedIn, socketKnockOf } from '../people/session.ts'
import type { Services } from '../kernel/services.ts'
import { Desks, MOST_ROW_BYTES } from './desks.ts'
import { Followed, followedIn } from './followed.ts'
import { pass } from './frames.ts'
import { close, Hub, MOST_PER_ROUND, say, type Line } from './hub.ts'
import { listenTo } from './listen.ts'
import { asksForRights, Rights } from './rights.ts'
import type { LiveWord } from '../db/live-words.ts'
import { closeEnded } from './sessions.ts'
import type { Desk } from './table-key.ts'

const MOST_BYTES = 1024
/** The person, and of a table the page. */
interface Address {
  key: string
  pageId?: string
}
const MOST_LINES = 20_000
const ROUND_MS = 30_000
/** Every second round sessions are looked at: what ends by the clock tells nobody. */
const ROUNDS_A_CHECK = 2
const LAST_WORDS_MS = 1000
/** An import of people changes rights many times a second. */
const CHECK_MS = 1000
/** Remembered, because a session may end while a handshake of it is under way. */
const MOST_ENDED = 5000
const HEARTCHECK = JSON.stringify({ cmd: 'heartcheck', msgTxt: '心跳响应' })

declare module 'fastify' {
  interface FastifyRequest {
    /** A socket that was let in, before it is one. */
    line?: Omit<Desk, 'socket'>
  }
}

/** What handshakes wait for, and the services they ask. */
interface Way {
  lane: Lane
  kept: Services
}

/** Sockets of other rooms may be added after this. */
export async function serveSockets(app: FastifyInstance, services: Services, way: Way): Promise<void> {
  const hub = new Hub()
  const ended = new Map<string, true>()
  const followed = new Followed()
  const rights = new Rights()
  const desks = new Desks(services)
  const hubs: readonly Hub[] = [hub, desks.hub]
  const reload = () => void hub.send(hub.all(), () => JSON.stringify({ cmd: 'topic' }))
  const check = oneAtATime(async () => {
    for (const one of hubs) await closeEnded(services, one)
  })
  // Thousands of pages of a restarted server ask within seconds: they are answered together. Nothing that is to be closed
  // waits for it.
  const lookAtRights = oneAtATime(() => rights.look(services))
  const lookAnew = () => {
    rights.mayHaveChanged()
    lookAtRights()
  }
  // Somebody always comes: nobody else is looked at for them.
  const lookAtNewcomers = oneAtATime(() => rights.look(services, true))
  const listener = listenTo(services, {
    onWord: (word) => void hear(services, { hub, ended, desks, followed, check, lookAnew }, word),
    onGap: () => {
      reload()
      desks.reopen()
      followed.tellAll()
      check()
      lookAnew()
    },
  })

  await app.register(websocket, {
    options: {
      maxPayload: MOST_ROW_BYTES,
      perMessageDeflate: false,
      // The token: browsers end a handshake that does not name it again.
      handleProtocols: (protocols) => protocols.values().next().value ?? false,
    },
    // A peer that breaks off or breaks the protocol: `ws` closes it, and 'close' cleans up.
    errorHandler: (error) => services.log.debug({ error: error.message }, '实时连接出错'),
    preClose(done) {
      for (const one of hubs) for (const line of one.all()) close(line, 'goingAway')
      setTimeout(() => {
        for (const client of this.websocketServer.clients) client.terminate()
      }, LAST_WORDS_MS).unref()
      this.websocketServer.close()
      done()
    },
  })

  const admit = admission(way, hubs, () => listener.ready())
  app.get<{ Params: Address }>(
    `${PREFIX}/websocket/:key`,
    { websocket: true, onRequest: (request, reply) => admit(request, reply) },
    (socket, request) => {
      const line: Line = { ...request.line!, socket }
      if (ended.has(line.session)) return close(line, 'sessionEnded')
      serve(socket, line, { hub, followed, rights, lookAtNewcomers })
    },
  )
  app.get<{ Params: Address }>(
    `${PREFIX}/vxeSocket/:key/:pageId`,
    { websocket: true, onRequest: (request, reply) => admit(request, reply) },
    (socket, request) => {
      const desk = { ...request.line!, socket }
      if (ended.has(desk.session)) return close(desk, 'sessionEnded')
      desks.serve(desk)
    },
  )

  services.traffic.sockets = () => hubs.reduce((sum, one) => sum + [...one.all()].length, 0)
  let rounds = 0
  const round = setInterval(() => {
    for (const one of hubs) for (const line of one.all()) checkPulse(line)
    desks.round()
    if (++rounds % ROUNDS_A_CHECK !== 0) return
    check()
    lookAtRights()
  }, ROUND_MS)
  round.unref()
  app.addHook('onClose', () => {
    clearInterval(round)
    listener.stop()
  })
}

/** Who may have this socket. Runs before the handshake, so that others get a plain HTTP refusal. */
function admission({ lane, kept }: Way, hubs: readonly Hub[], ready: () => Promise<void>) {
  const failures = perMinute(Math.ceil(kept.settings.requestsPerMinute / 2))
  const handshakes = perMinute(kept.settings.requestsPerMinute)
  return async (request: FastifyRequest<{ Params: Address }>, reply: FastifyReply) => {
    // First: whose session ends from here on, is heard of.
    await ready()
    const { caller } = await lane.run(reply.raw, async () => {
      try {
        return await signedIn(kept, socketKnockOf(request))
      } catch (error) {
        failures(networkOf(request.ip))
        throw error
      }
    })
    // Each asks the database; pages of one person come back together.
    handshakes(caller.userId)
    // Lines of tables are edited through it, and what it tells is the person's own.
    if (caller.viewedBy) throw forbidden('看作他人时没有实时连接')
    // The newer clients add the MD5 of the token, so that several sessions of a person differ.
    if (request.params.key.replace(/_[0-9a-fA-F]{32}$/, '') !== caller.userId) throw forbidden('不能使用他人的实时连接')
    if (request.params.pageId !== undefined && !/^[\w.-]{1,64}$/.test(request.params.pageId))
      throw badInput('页面编号只能由字母、数字、点、横线和下划线组成，最多64位')
    if (hubs.reduce((sum, { size }) => sum + size, 0) >= MOST_LINES) throw unavailable('实时连接过多，请稍后再试', 30)
    request.line = {
      userId: caller.userId,
      session: caller.sessionId,
      tenant: caller.tenantId,
      orgCode: caller.orgCode,
      inside: chatOfHost(caller.host),
      heard: 0,
      alive: true,
    }
  }
}

/** What a line takes part in. */
interface Parts {
  hub: Hub
  followed: Followed
  rights: Rights
  lookAtNewcomers(): void
}

function serve(socket: WebSocket, line: Line, parts: Parts): void {
  const { hub, followed, rights } = parts
  hub.add(line)
  socket.on('message', (data, isBinary) => answer(line, parts, data, isBinary))
  socket.on('pong', () => void (line.alive = true))
  socket.on('close', () => {
    hub.remove(line)
    followed.remove(line)
    rights.remove(line)
  })
}

function answer(line: Line, { followed, rights, lookAtNewcomers }: Parts, data: RawData, isBinary: boolean): void {
  line.alive = true
  if (isBinary) return close(line, 'notText')
  if ((data as Buffer).length > MOST_BYTES) return close(line, 'tooBig')
  if (++line.heard > MOST_PER_ROUND) return close(line, 'tooOften')
  const text = (data as Buffer).toString()
  const records = followedIn(text)
  if (records) return followed.set(line, records)
  if (asksForRights(text)) {
    rights.add(line)
    return lookAtNewcomers()
  }
  say(line, text === 'ping' ? 'ping' : HEARTCHECK)
}

function checkPulse(line: Line): void {
  line.heard = 0
  if (!line.alive) return line.socket.terminate()
  line.alive = false
  line.socket.ping()
}

/** At once, then at most every `CHECK_MS`: what is asked for meanwhile is done once more, however often it was asked for. */
function oneAtATime(work: () => Promise<void>): () => void {
  let [running, again] = [false, false]
  const run = async () => {
    running = true
    do {
      again = false
      await work()
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS).unref())
    } while (again)
    running = false
  }
  return () => {
    if (running) again = true
    else void run()
  }
}

interface Ears {
  hub: Hub
  ended: Map<string, true>
  desks: Desks
  followed: Followed
  /** Closes what no right stands behind any more. */
  check(): void
  /** Tells those whose rights are others now. */
  lookAnew(): void
}

async function hear(services: Services, ears: Ears, word: LiveWord): Promise<void> {
  const { hub, ended, desks, followed, check, lookAnew } = ears
  try {
    if (word.cmd === 'row') await desks.pass(word)
    else if (word.cmd === 'record') {
      desks.saved(word.tenant, word.resource, word.id)
      followed.tell(word)
    } else if (word.cmd === 'rights') {
      desks.askAgain()
      check()
      lookAnew()
    } else if (word.cmd === 'end') {
      ended.set(word.session, true)
      keepNewest(ended, MOST_ENDED)
      for (const line of [...hub.ofSession(word.session), ...desks.hub.ofSession(word.session)])
        close(line, 'sessionEnded')
    } else await pass(services, hub, word)
  } catch (error) {
    services.log.warn({ err: error }, '实时消息未能送出')
  }
}
