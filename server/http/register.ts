import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Access } from './access.ts'
import { may, type Caller } from './caller.ts'
import { standInMay } from './stand-ins.ts'
import { checked } from './check.ts'
import { success } from './envelope.ts'
import { badInput, forbidden, wrongType } from './errors.ts'
import { perMinute } from './limits.ts'
import { Said, type Call, type Route } from './route.ts'
import { knockOf, signedIn } from './session.ts'
import { verifySignature } from './signature.ts'

export const PREFIX = '/jeecg-boot'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every route that is not public. */
    caller?: Caller
    /** The caller's menu rows, for the menu. */
    access?: Access
  }
  interface FastifyContextConfig {
    endpoint?: Route
  }
}

const registered = new WeakMap<FastifyInstance, Route[]>()

/** Every endpoint of the app: for the route × role matrix and for "wrong method". */
export const allRoutes = (app: FastifyInstance): readonly Route[] => registered.get(app) ?? []

export const methodsOf = (route: Route): readonly string[] =>
  typeof route.method === 'string' ? [route.method] : route.method

/** Puts the endpoints under `/jeecg-boot`. Throws for one that does not say who may call it. */
export function registerRoutes(app: FastifyInstance, services: Services, routes: readonly Route[]): void {
  const admit = admission(services)
  const careless = routes.find(({ permission }) => !permission)
  if (careless) throw new Error(`${String(careless.method)} ${careless.path} does not say who may call it`)
  registered.set(app, [...(registered.get(app) ?? []), ...routes])
  for (const route of routes) {
    const add = (to: FastifyInstance) =>
      to.route({
        method: [...methodsOf(route)],
        url: PREFIX + route.path,
        config: { endpoint: route },
        // Before the body is read, so that strangers cannot make us read one.
        onRequest: (request) => admit(route, request),
        handler: (request, reply) => answer(route, services, request, reply),
      })
    if (!route.textBody) add(app)
    else
      // A room of its own, so that nobody else's body is read in this way.
      void app.register(async (room) => {
        room.removeAllContentTypeParsers()
        const parse = { parseAs: 'string', bodyLimit: route.textBody } as const
        room.addContentTypeParser('*', parse, (_, body, done) => done(null, body))
        add(room)
      })
  }
}

/** Limits, session, permission. */
function admission(services: Services) {
  const { requestsPerMinute } = services.settings
  const ofSession = perMinute(requestsPerMinute)
  const ofAddress = perMinute(Math.ceil(requestsPerMinute / 2))
  return async (route: Route, request: FastifyRequest) => {
    if (route.permission === 'public') return ofAddress(request.ip)
    let signed
    try {
      signed = await signedIn(services, knockOf(request), route.beforePasswordChange)
    } catch (error) {
      // Only failures count here: an office of two hundred people has one address.
      ofAddress(request.ip)
      throw error
    }
    ofSession(signed.caller.sessionId)
    request.caller = signed.caller
    request.access = signed.access
    if (route.permission === 'session' || may(signed.caller, route.permission)) return
    const { db, clock } = services
    if (!route.deputy || !(await standInMay(db, signed.caller, clock.now(), route.permission))) throw forbidden()
  }
}

async function answer(route: Route, services: Services, request: FastifyRequest, reply: FastifyReply) {
  if (!route.upload && !route.textBody && request.isMultipart())
    throw wrongType('不支持的内容类型，请使用 application/json')
  if (route.signed) verifySignature(request, services.settings.signatureSecrets, services.clock.now().getTime())
  const query = queryOf(request)
  if (!route.query && Object.keys(query).length) throw badInput(`未知参数：${Object.keys(query).join('、')}`)
  const call: Call<unknown, unknown, unknown> = {
    caller: request.caller as Caller,
    params: route.params && (await checked(route.params, request.params)),
    query: route.query && (await checked(route.query, query)),
    body: route.body && (await checked(route.body, request.body ?? {}, route.fields)),
    services,
    request,
    reply,
  }
  const result: unknown = await route.handler(call as never)
  if (reply.sent || result === reply) return reply
  if (result instanceof Said) return success(result.result, result.message, result.code)
  return route.raw ? result : success(result)
}

/** `_t` only defeats caches. One name given twice could be read two ways, so it is refused. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const { _t, ...query } = request.query as Record<string, unknown>
  const twice = Object.keys(query).find((name) => Array.isArray(query[name]))
  if (twice !== undefined || Array.isArray(_t)) throw badInput(`参数 ${twice ?? '_t'}：重复出现`)
  return query
}
