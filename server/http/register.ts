import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listed } from '#model/listed.ts'
import type { Services } from '../kernel/services.ts'
import type { Caller } from '../kernel/caller.ts'
import { checked } from '../kernel/check.ts'
import type { Entrance } from './entrance.ts'
import { answering, saidOnce } from './harmless.ts'
import { success } from './envelope.ts'
import { badInput, wrongType } from '../kernel/errors.ts'
import { PREFIX, Said, type Call, type Route } from '../kernel/route.ts'
import { verifySignature } from './signature.ts'

declare module 'fastify' {
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
export function registerRoutes(app: FastifyInstance, { admit, work }: Entrance, routes: readonly Route[]): void {
  const careless = routes.find(({ permission }) => !permission)
  if (careless) throw new Error(`${String(careless.method)} ${careless.path} does not say who may call it`)
  registered.set(app, [...(registered.get(app) ?? []), ...routes])
  for (const route of routes) {
    const add = (to: FastifyInstance) =>
      to.route({
        method: [...methodsOf(route)],
        url: PREFIX + route.path,
        config: { endpoint: route },
        onRequest: (request, reply) => admit(route, request, reply),
        handler: (request, reply) => work(route, request, reply, (services) => answer(route, services, request, reply)),
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

async function answer(route: Route, services: Services, request: FastifyRequest, reply: FastifyReply) {
  if (!route.upload && !route.textBody && request.isMultipart())
    throw wrongType('不支持的内容类型，请使用 application/json')
  if (route.signed) verifySignature(request, services.settings.signatureSecrets, services.clock.now().getTime())
  const query = saidOnce(route, answering(route, queryOf(request)), request.body)
  if (!route.query && Object.keys(query).length) throw badInput(`未知参数：${listed(Object.keys(query))}`)
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
  if (twice !== undefined || Array.isArray(_t)) throw badInput(`参数 ${listed([twice ?? '_t'])}：重复出现`)
  return query
}
