/** What goes wrong on the way: refusals, error pages, half answers, silence. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chance, now, type Fault, type World } from './world.ts'

const CHAOS: readonly Fault[] = [
  { http: 429 },
  { http: 502, html: true },
  { errcode: -1, errmsg: 'system busy' },
  { nothing: true },
  { reset: true },
  // The work is done, the answer lost.
  { reset: true, done: true },
]
const HUGE = 3 * 1024 * 1024

function nextFault(world: World, path: string, code: string | undefined): Fault | undefined {
  const userId = world.codes.get(code ?? '')?.userId
  const found = world.faults.find(
    (fault) => (!fault.path || path.includes(fault.path)) && (!fault.userId || fault.userId === userId),
  )
  if (found) {
    found.times = (found.times ?? 1) - 1
    if (found.times <= 0) world.faults.splice(world.faults.indexOf(found), 1)
    return found
  }
  if (!world.chaos.rate || chance(world) >= world.chaos.rate) return undefined
  return CHAOS[Math.floor(chance(world) * CHAOS.length)]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

const lost = new WeakSet<FastifyRequest>()

/** Installs the faults in front of every endpoint of both chats. Control and pages are left alone. */
export function goWrong(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (path.startsWith('/__sim')) return
    world.calls.push({ at: now(world), path })
    const fault = nextFault(world, path, (request.query as { code?: string }).code)
    if (!fault) return
    if (fault.delay) await pause(fault.delay)
    if (fault.done) {
      lost.add(request)
      return
    }
    return answer(request, reply, fault)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (lost.has(request)) {
      reply.hijack()
      request.raw.socket.destroy()
    }
    return payload
  })
}

function answer(request: FastifyRequest, reply: FastifyReply, fault: Fault) {
  if (fault.hang) {
    reply.hijack()
    return undefined
  }
  if (fault.reset) {
    reply.hijack()
    request.raw.socket.destroy()
    return undefined
  }
  if (fault.redirect) return reply.redirect(fault.redirect)
  if (fault.errcode !== undefined) return reply.send({ errcode: fault.errcode, errmsg: fault.errmsg ?? 'simulated' })
  if (fault.html)
    return reply
      .code(fault.http ?? 200)
      .type('text/html')
      .send('<html><body>502 Bad Gateway</body></html>')
  if (fault.nothing) return reply.code(fault.http ?? 200).send()
  if (fault.half) return reply.code(200).type('application/json').send('{"errcode":0,"errm')
  if (fault.huge)
    return reply
      .code(200)
      .type('application/json')
      .send(`{"errcode":0,"errmsg":"${'x'.repeat(HUGE)}"}`)
  if (fault.http)
    return reply.code(fault.http).send({ code: fault.code ?? 'simulated', message: 'simulated', requestid: 'sim' })
  return undefined
}
