/** The way in: whose turn it is, how often, who asks, what they may. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../kernel/services.ts'
import { may, type Caller } from '../kernel/caller.ts'
import { forbidden, lacksRight, tooMany } from '../kernel/errors.ts'
import type { Turn } from '../kernel/lane.ts'
import { LANES, type LaneName, type Lanes } from '../kernel/lanes.ts'
import { networkOf, perMinute } from '../people/limits.ts'
import type { Route } from '../kernel/route.ts'
import { knockOf, signedIn, type Signed } from '../people/session.ts'
import { standInMay } from '../people/stand-ins.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route that is not public. */
    caller?: Caller
    /** The caller's menu rows, for the menu. */
    access?: Signed['access']
    rightsMark?: Signed['rightsMark']
    /** Held while somebody works on this request. */
    turn?: Turn
    /** Whether the turn is held on while the answer is sent. */
    untilSent?: boolean
  }
}

export interface Entrance {
  /** Limits, session, permission: before the body is read, so that strangers cannot make us read one. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Works on the request when it is its turn, with the services its lane works on. */
  work<T>(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    run: (services: Services) => Promise<T>,
  ): Promise<T>
}

/** The same product on the connections that are kept. */
export const onKept = (services: Services): Services => ({ ...services, ...services.kept })

const laneOf = ({ lane, upload }: Route, { query }: FastifyRequest): LaneName =>
  (typeof lane === 'function' ? lane(query) : lane) ?? (upload ? 'upload' : 'light')

const isViewable = ({ viewable, logged }: Route, method: string): boolean => viewable ?? (method === 'GET' && !logged)

/** So many times what a session may ask for: an office of two hundred people has one address. */
const PICTURES = 10

/** Of one person at once: a browser sends six, and a field takes nine. */
const UPLOADS = 10

/** Nobody takes all turns there are by sending slowly. */
function fewUploads() {
  const underWay = new Map<string, number>()
  return async <T>({ upload }: Route, { caller, raw }: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    if (!upload || !caller) return work()
    const { userId } = caller
    const before = underWay.get(userId) ?? 0
    if (before >= UPLOADS) throw tooMany(`您同时上传的文件超过 ${UPLOADS} 个，请等前面的上传完成后再试`, 5)
    underWay.set(userId, before + 1)
    let isOver = false
    // What is done with it afterwards may be long, and holds nothing that others wait for.
    const over = () => {
      if (isOver) return
      isOver = true
      const left = (underWay.get(userId) ?? 1) - 1
      if (left) underWay.set(userId, left)
      else underWay.delete(userId)
    }
    raw.once('end', over)
    try {
      return await work()
    } finally {
      over()
    }
  }
}

/**
 * A turn is taken for the session and another one for the work, never one for both: between them a body is read, and whoever
 * sends it slowly must not hold up others.
 */
export function entrance(services: Services, kept: Services, lanes: Lanes): Entrance {
  const { requestsPerMinute } = services.settings
  const ofSession = perMinute(requestsPerMinute)
  const ofAddress = perMinute(Math.ceil(requestsPerMinute / 2))
  const pictures = perMinute(requestsPerMinute * PICTURES)
  // Apart from what asks for no session: whose dead tokens come again and again keeps nobody from signing in.
  const refusals = perMinute(Math.ceil(requestsPerMinute / 2))
  const servicesIn = (name: LaneName) => (LANES[name].kept ? kept : services)
  const note = noteWhoIsSentAway(services, lanes)
  const amongFew = fewUploads()

  async function turnIn(name: LaneName, reply: FastifyReply, known: boolean): Promise<Turn> {
    try {
      return await lanes[name].turn(reply.raw, known)
    } catch (error) {
      note(name)
      throw error
    }
  }

  return {
    async admit(route, request, reply) {
      const network = networkOf(request.ip)
      // Each route for itself: who asks much of one has a neighbour who asks for another.
      if (route.permission === 'public')
        return route.picture ? pictures(network) : ofAddress(`${network} ${route.path}`)
      const name = laneOf(route, request)
      const own = servicesIn(name)
      const turn = await turnIn(name, reply, false)
      try {
        let signed
        try {
          signed = await signedIn(own, knockOf(request), route.beforePasswordChange)
        } catch (error) {
          // Only failures count here: an office of two hundred people has one address.
          refusals(network)
          throw error
        }
        ofSession(signed.caller.sessionId)
        request.caller = signed.caller
        request.access = signed.access
        request.rightsMark = signed.rightsMark
        if (signed.caller.viewedBy && !isViewable(route, request.method))
          throw forbidden(`正在看作“${signed.caller.realname}”，只能查看，不能操作`)
        if (route.permission === 'session' || may(signed.caller, route.permission)) return
        const { db, clock } = own
        if (!route.deputy || !(await standInMay(db, signed.caller, clock.now(), route.permission)))
          throw lacksRight(route.permission)
      } finally {
        turn.giveBack()
      }
    },

    work: (route, request, reply, run) =>
      amongFew(route, request, async () => {
        const name = laneOf(route, request)
        const turn = await turnIn(name, reply, route.permission !== 'public')
        request.turn = turn
        request.untilSent = LANES[name].untilSent ?? false
        try {
          return await run(servicesIn(name))
        } finally {
          turn.giveBack()
        }
      }),
  }
}

/** A client that reads slower is what holds up its answer, and it shall hold up nobody else's. */
const SENDING_MS = 20_000

/** A handler ends when its answer has been sent, but the work ends when sending begins. */
export function giveTurnsBack(app: FastifyInstance): void {
  app.addHook('onSend', ({ turn, untilSent }, _reply, _payload, done) => {
    if (turn && untilSent) setTimeout(() => turn.giveBack(), SENDING_MS).unref()
    else turn?.giveBack()
    done()
  })
}

const NOTE_EVERY_MS = 10_000

/** One line for the many that are sent away together. */
function noteWhoIsSentAway({ log }: Services, lanes: Lanes): (name: LaneName) => void {
  const noted = new Map<LaneName, { at: number; sentAway: number }>()
  return (name) => {
    const { sentAway } = lanes[name]
    const last = noted.get(name) ?? { at: -Infinity, sentAway: 0 }
    const now = performance.now()
    if (sentAway === last.sentAway || now - last.at < NOTE_EVERY_MS) return
    noted.set(name, { at: now, sentAway })
    log.warn({ lane: name, sentAway: sentAway - last.sentAway }, '系统繁忙，部分请求已被请求稍后再试')
  }
}
