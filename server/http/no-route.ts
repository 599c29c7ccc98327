import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failure } from './envelope.ts'
import { allRoutes, methodsOf } from './register.ts'
import { PREFIX } from '../kernel/route.ts'

/** An API path that leads nowhere: 404, or 405 when another method would have been right. */
export function noRoute(app: FastifyInstance) {
  let patterns: { matches: RegExp; methods: readonly string[] }[] | undefined
  return (request: FastifyRequest, reply: FastifyReply) => {
    patterns ??= allRoutes(app).map((route) => ({ matches: pattern(route.path), methods: methodsOf(route) }))
    const path = request.url.replace(/\?.*/s, '').slice(PREFIX.length)
    const methods = [...new Set(patterns.filter(({ matches }) => matches.test(path)).flatMap(({ methods }) => methods))]
    if (!methods.length) return reply.code(404).send(failure(404, '路径不存在，请检查路径是否正确'))
    const list = methods.map((method) => `${method}、`).join('')
    return reply
      .code(405)
      .header('allow', methods.join(', '))
      .send(failure(405, `不支持${request.method}请求方法，支持以下${list}`))
  }
}

const pattern = (path: string) =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '.*')))
      .join('/')}$`,
  )
