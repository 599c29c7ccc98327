/** `GET /metrics` for Prometheus: what this node does and what waits for it, for whoever has the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { tableOf } from '../db/table.ts'
import { PREFIX } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const digest = (text: string) => createHash('sha256').update(text).digest()
const isToken = (token: string, header: string | undefined) =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ''))

/** Not there without METRICS_TOKEN. `kept`: connections that other work cannot use up. */
export function serveMetrics(app: FastifyInstance, services: Services, kept: Services): void {
  const { metricsToken } = services.settings
  if (!metricsToken) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(registry, services)
  describeNode(registry, services)
  const lookAtDatabase = describeDatabase(registry, kept)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (!isToken(metricsToken, request.headers.authorization))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain; charset=utf-8').send('401')
    await lookAtDatabase()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** By the route, never by the address: what was asked is nobody's label, and nobody can make up another one. */
function countRequests(registry: Registry, { traffic }: Services) {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  traffic.listen(({ method, path, status, ms }) => {
    const route = path.startsWith(PREFIX) || path === '/health' || path === '/metrics' ? path : 'page'
    seconds.observe({ method, route, status: String(status) }, ms / 1000)
  })
}

function describeNode(registry: Registry, { pool, traffic }: Services) {
  const registers = [registry]
  new Gauge({
    name: 'voltdesk_pool_connections',
    help: 'Connections of this node to the database, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'voltdesk_sockets',
    help: 'Live connections of this node',
    registers,
    collect() {
      this.set(traffic.sockets())
    },
  })
}

interface Standing extends Record<string, unknown> {
  bytes: string | null
  waiting: number
  active: number
  oldest: number | null
  unsent: number
  unsentOldest: number | null
}

/** One question for everything, asked before the figures are read; what cannot be asked is 0, and `voltdesk_database_up` says so. */
function describeDatabase(registry: Registry, { db }: Services): () => Promise<void> {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const bytes = gauge('voltdesk_database_bytes', 'Size of the database')
  const waiting = gauge('voltdesk_queue_waiting', 'Jobs that are due or will be')
  const active = gauge('voltdesk_queue_active', 'Jobs that somebody works on')
  const oldest = gauge('voltdesk_queue_oldest_seconds', 'For how long the oldest job that is due has waited')
  const unsent = gauge('voltdesk_outbox_waiting', 'Notices that no chat has taken yet')
  const unsentOldest = gauge('voltdesk_outbox_oldest_seconds', 'Age of the oldest of them')
  const told = [bytes, waiting, active, oldest, unsent, unsentOldest]
  const deliveries = tableOf(resources.notifyDelivery)
  const up = gauge('voltdesk_database_up', 'Whether the database answered')
  return async () => {
    try {
      const { rows } = await db.execute<Standing>(sql`
        select pg_database_size(current_database())::text as bytes, jobs.*, notices.* from (
          select (count(*) filter (where state < 'active'))::int as waiting,
            (count(*) filter (where state = 'active'))::int as active,
            extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as oldest
          from pgboss.job where state < 'completed') as jobs, (
          select count(*)::int as unsent, extract(epoch from now() - min(${deliveries.createTime}))::float8 as "unsentOldest"
          from ${deliveries} where ${deliveries.state} = 'queued' and ${deliveries.channel} <> 'web'
            and ${deliveries.tenantId} = any(array(select id::int from ${tableOf(resources.sysTenant)}))
            and delete_time is null) as notices`)
      const now = onlyRow(rows)
      bytes.set(Number(now.bytes))
      waiting.set(now.waiting)
      active.set(now.active)
      oldest.set(Math.max(0, now.oldest ?? 0))
      unsent.set(now.unsent)
      unsentOldest.set(Math.max(0, now.unsentOldest ?? 0))
      up.set(1)
    } catch {
      for (const one of told) one.reset()
      up.set(0)
    }
  }
}
