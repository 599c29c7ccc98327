import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest, type RouteHandlerMethod } from 'fastify'
import { constants } from 'node:zlib'
import { watchAccess } from './db/access-triggers.ts'
import { watchChanges } from './db/change-triggers.ts'
import { watchFiles } from './db/file-triggers.ts'
import { watchOnlineForms } from './db/online-table.ts'
import { watchFigures } from './figures/watch.ts'
import { isReadOnly } from './db/sql-state.ts'
import { entrance, giveTurnsBack, onKept } from './http/entrance.ts'
import { serveHealth } from './http/health.ts'
import { failure } from './http/envelope.ts'
import { sendFailure } from './http/failures.ts'
import { setHeaders } from './http/headers.ts'
import { openLanes, type OwnLimits } from './kernel/lanes.ts'
import { serveMetrics } from './http/metrics.ts'
import { noRoute } from './http/no-route.ts'
import { logOperations } from './http/operations.ts'
import { describeRoutes } from './http/openapi.ts'
import { serveClient } from './http/page.ts'
import { registerRoutes } from './http/register.ts'
import { cutSlowSenders, LONGEST_REQUEST_MS, type SenderLimits } from './http/slow-senders.ts'
import { PREFIX } from './kernel/route.ts'
import { watchProcess } from './system/monitoring/process-probe.ts'
import type { Route } from './kernel/route.ts'
import { project } from './kernel/programs.ts'
import type { Services } from './kernel/services.ts'
import type { Settings } from './kernel/settings.ts'
import { serveSockets } from './sockets/index.ts'

export interface AppOptions {
  routes: readonly Route[]
  /** The built client. */
  clientFolder?: string
  /** Instead of the usual ones, for tests. */
  lanes?: OwnLimits | undefined
  senders?: Partial<SenderLimits> | undefined
}

const MEGABYTE = 1024 * 1024
const builtClient = join(project, 'dist')

/** The whole server, not yet listening. Everything outside comes in by `services`. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { settings } = services
  watchProcess()
  for (const watch of [watchAccess, watchChanges, watchFiles, watchFigures, watchOnlineForms])
    await watch(services.pool, { log: services.log }).catch((error: unknown) => {
      // Without room on the disk nothing can change either.
      if (!isReadOnly(error)) throw error
    })
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().slice(0, 8),
    trustProxy: trusted(settings.trustProxy),
    bodyLimit: 2 * MEGABYTE,
    // Of pages, files and `/health` alone: what reads for the API may note that it was read.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    // Slow senders are cut off (also by `cutSlowSenders`); Node looks for them only so often.
    requestTimeout: LONGEST_REQUEST_MS,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while we stop gets a true answer.
    return503OnClosing: true,
  })

  app.setErrorHandler(sendFailure)
  cutSlowSenders(app, options.senders)
  readJson(app)
  app.addHook('onResponse', (request, reply, done) => {
    const line = { method: request.method, path: request.url.split('?')[0], status: reply.statusCode }
    services.traffic.note({
      at: services.clock.now(),
      method: request.method,
      path: traced(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    request.log.debug({ ...line, ms: Math.round(reply.elapsedTime), user: request.caller?.username }, '请求')
    done()
  })

  logOperations(app, services)
  const lanes = openLanes(settings, options.lanes)
  const kept = onKept(services)
  giveTurnsBack(app)
  await setHeaders(app, settings)
  await app.register(cookie)
  // What is answered to one person is nobody else's, and of this moment. Files say for themselves how long they keep.
  app.addHook('onSend', (request, reply, _, done) => {
    if (request.url.startsWith(PREFIX) && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
    done()
  })
  // Before every route: it sees to it that only socket routes are upgraded.
  await serveSockets(app, services, { kept, lane: lanes.socket })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    zlibOptions: { level: 6 },
  })
  await app.register(multipart, {
    limits: { fileSize: 10 * MEGABYTE, files: 10, fields: 20, fieldSize: 64 * 1024, parts: 30, headerPairs: 50 },
  })
  await describeRoutes(app, services, lanes.light)
  registerRoutes(app, entrance(services, kept, lanes), options.routes)
  serveHealth(app, kept, lanes)
  serveMetrics(app, services, kept)
  const client = await serveClient(app, options.clientFolder ?? builtClient, settings)

  const noApi = noRoute(app)
  const elsewhere: RouteHandlerMethod = (request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    if (path === PREFIX || path.startsWith(`${PREFIX}/`)) return noApi(request, reply)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // What watches whether we are there asks for the first page and names no type.
    const wantsPage = reads && (path === '/' || (request.headers.accept ?? '').includes('text/html'))
    // A missing asset is a 404, not the page: an old page would run the new page as script.
    if (wantsPage && !path.startsWith('/assets/')) return client.page(request, reply)
    if (path.startsWith('/assets/') || reads)
      return reply.code(404).type('text/plain; charset=utf-8').send('404 Not Found')
    return reply.code(404).send(failure(404, '路径不存在，请检查路径是否正确'))
  }
  app.setNotFoundHandler(elsewhere)
  // Also as a route: what has none is not compressed.
  app.get('/*', { exposeHeadRoute: true }, elsewhere)
  return app
}

/** Codes and keys may stand in an address of the API; of it only the route is told. */
function traced({ url, routeOptions }: FastifyRequest): string {
  const path = url.split('?')[0] ?? ''
  return (path.startsWith(PREFIX) ? routeOptions.url : path.slice(0, 200)) ?? PREFIX
}

/** So many hops from us, or whoever stands in these networks. */
const trusted = (proxies: Settings['trustProxy']) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies

/** JSON only: text/plain would let a foreign form post to us. An empty body is no body, as JeecgBoot's clients send it. */
function readJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!String(body).trim()) return done(null, undefined)
    return parse(request, body as string, done)
  })
}
