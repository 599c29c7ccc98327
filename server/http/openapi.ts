import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from '../kernel/services.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Lane } from '../kernel/lane.ts'
import { PREFIX } from '../kernel/route.ts'
import { VERSION } from '../kernel/version.ts'
import { knockOf, signedIn } from '../people/session.ts'

/**
 * The description of every endpoint, made from the same schemas that check it. Outside production also as a page at
 * `/jeecg-boot/doc.html`; in production only administrators get the JSON, because a page cannot send a token.
 */
export async function describeRoutes(app: FastifyInstance, services: Services, lane: Lane): Promise<void> {
  const { settings } = services
  await app.register(swagger, {
    openapi: {
      info: { title: settings.platformName, version: VERSION },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
      },
    },
    transform: ({ url, route }) => {
      const endpoint = route.config?.endpoint
      if (!endpoint) return { url, schema: { hide: true } }
      return {
        url,
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.tag],
          description: endpoint.permission === 'public' ? '无需登录' : `权限：${endpoint.permission}`,
          ...(endpoint.permission !== 'public' && { security: [{ token: [] }] }),
          ...(endpoint.query && { querystring: json(endpoint.query) }),
          ...(endpoint.params && { params: json(endpoint.params) }),
          ...(endpoint.body && route.method !== 'GET' && { body: json(endpoint.body) }),
        },
      }
    },
  })
  app.get(`${PREFIX}/v3/api-docs`, async (request, reply) => {
    const isAdmin = async () => (await signedIn(services, knockOf(request))).caller.isAdmin
    if (settings.production && !(await lane.run(reply.raw, isAdmin))) throw forbidden()
    return app.swagger()
  })
  if (!settings.production)
    await app.register(swaggerUi, {
      routePrefix: `${PREFIX}/doc.html`,
      staticCSP: true,
      uiConfig: { docExpansion: 'none', filter: true },
    })
}

function json(schema: z.ZodType) {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' })
  return made.type === undefined && !made.anyOf && !made.oneOf && !made.allOf ? { type: 'object', ...made } : made
}
