/** 操作日志: one row a write that somebody signed in asked for. Rows wait together, and no request waits for them or fails by them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operateTypes, logTypes, sysLog } from '#resources/system/log.ts'
import { sqlState } from '../db/sql-state.ts'
import { tableOf } from '../db/table.ts'
import type { Caller } from '../kernel/caller.ts'
import { newId } from '../kernel/id.ts'
import { OPERATOR } from '../kernel/operator.ts'
import type { Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'

const log = tableOf(sysLog)
type Operation = typeof log.$inferInsert

const EVERY_MS = 1000
/** Class of SQLSTATE: a value that the database does not take. */
const DATA_EXCEPTION = '22'
const AT_ONCE = 500
/** Beyond these the database has not answered for long; what comes then is only counted. */
const MOST = 5000
/** A stopped server waits no longer for the last of them. */
const LAST_MS = 2000

const types: readonly [RegExp, number][] = [
  [/\/(add|save|invite|register)\w*$/i, operateTypes.add],
  [/\/delete\w*$/i, operateTypes.delete],
  [/\/import\w*$/i, operateTypes.import],
  [/\/export\w*$/i, operateTypes.export],
]
const typeOf = ({ path }: Route, method: string): number =>
  types.find(([pattern]) => pattern.test(path))?.[1] ?? (method === 'DELETE' ? operateTypes.delete : operateTypes.edit)

/** `新增设备；带 version 时…` is said as far as people know it. */
const nameOf = ({ summary }: Route): string => summary.split(/[；。，（]/)[0] ?? summary

const isLogged = ({ permission, logged }: Route, method: string): boolean =>
  permission !== 'public' && (logged ?? method !== 'GET')

/** The records it was about, as they were named; nothing else of what was sent. */
function recordsOf({ query, body }: FastifyRequest): string | null {
  for (const given of [query, body] as Record<string, unknown>[]) {
    const ids = given?.ids ?? given?.id
    const all: unknown[] = Array.isArray(ids) ? ids : [ids]
    const named = all.filter((one) => typeof one === 'string' || typeof one === 'number')
    if (named.length) return clean(named.join(','), 300)
  }
  return null
}

/** PostgreSQL keeps no NUL: one of them would cost the rows of everybody beside it. */
const clean = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most)

interface Ended {
  request: FastifyRequest
  reply: FastifyReply
  at: Date
  /** Nobody was there for the answer. */
  hungUp: boolean
}

function operationOf(route: Route, caller: Caller, { request, reply, at, hungUp }: Ended): Operation {
  const why = request.refusedBecause
  const outcome = why === undefined ? (hungUp ? '，连接已中断' : '') : `，未成功：${why}`
  return {
    id: newId(),
    tenantId: caller.tenantId || OPERATOR,
    logType: logTypes.operation,
    operateType: typeOf(route, request.method) as Operation['operateType'],
    logContent: clean(`${nameOf(route)}${caller.viewedBy ? `（看作 ${caller.realname}）` : ''}${outcome}`, 500),
    // Whoever looks as somebody else does what they do themselves.
    personId: (caller.viewedBy ?? caller).userId,
    userid: (caller.viewedBy ?? caller).username,
    username: (caller.viewedBy ?? caller).realname,
    ip: caller.ip,
    host: caller.host,
    requestType: request.method,
    requestUrl: clean(request.url.split('?')[0] ?? '', 300),
    requestParam: recordsOf(request),
    costTime: Math.round(reply.elapsedTime),
    createTime: at.toISOString(),
  }
}

export function logOperations(app: FastifyInstance, services: Services): void {
  const waiting: Operation[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let lost = 0
  let closed = false

  /** One row that cannot be kept costs itself only. */
  const keep = async (some: Operation[]): Promise<void> => {
    try {
      // What was kept although no answer came (a cut line) is brought again.
      await services.db.insert(log).values(some).onConflictDoNothing()
    } catch (error) {
      if (!sqlState(error)?.code.startsWith(DATA_EXCEPTION)) throw error
      if (some.length === 1) lost += 1
      else for (const one of some) await keep([one])
    }
  }

  const write = async (): Promise<void> => {
    timer = undefined
    try {
      while (waiting.length && !services.readOnly()) {
        const some = waiting.slice(0, AT_ONCE)
        await keep(some)
        // Only what is kept is forgotten: a database that is away for a while costs nothing.
        waiting.splice(0, some.length)
      }
    } catch (error) {
      services.log.warn({ err: error }, '操作日志未能写入')
    }
    if (lost) services.log.warn({ lost }, '操作日志过多，部分未能写入')
    lost = 0
    // Also when nobody writes any more.
    if (waiting.length) soon()
  }
  const soon = (): void => {
    if (!closed) timer ??= setTimeout(() => (writing = writing.then(write)), EVERY_MS).unref()
  }

  const noted = new WeakSet<FastifyRequest>()
  const note = (request: FastifyRequest, reply: FastifyReply, hungUp: boolean): void => {
    const route = request.routeOptions.config.endpoint
    const { caller } = request
    if (noted.has(request) || !route || !caller || !isLogged(route, request.method)) return
    noted.add(request)
    if (waiting.length < MOST)
      waiting.push(operationOf(route, caller, { request, reply, hungUp, at: services.clock.now() }))
    else lost += 1
    soon()
  }
  // Whoever hangs up gets no answer, and what they asked for is done all the same.
  app.addHook('onRequest', (request, reply, done) => {
    // An answer that was sent is noted first.
    reply.raw.once('close', () => setImmediate(() => note(request, reply, true)))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, false)
    done()
  })
  app.addHook('onClose', async () => {
    closed = true
    clearTimeout(timer)
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
    await Promise.race([writing.then(write), late])
  })
}
