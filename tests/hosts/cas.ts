/** A CAS server: tickets are good once, for the address they were given for, for ten seconds. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { browserUser } from './pages.ts'
import { now, secretText, type World } from './world.ts'

const TICKET_MS = 10_000

export function serveCas(app: FastifyInstance, world: World): void {
  const tickets = new Map<string, { service: string; user: string; expires: number }>()
  const query = (request: FastifyRequest) => request.query as Record<string, string>
  app.get('/login', (request, reply) => {
    const { service = '' } = query(request)
    const user = browserUser(world, request)
    if (!user || !URL.canParse(service)) return reply.type('text/html; charset=utf-8').send('<h1>CAS 登录</h1>')
    const ticket = `ST-${secretText()}`
    tickets.set(ticket, { service, user, expires: now(world) + TICKET_MS })
    const back = new URL(service)
    back.searchParams.append('ticket', ticket)
    return reply.redirect(back.href)
  })
  app.get('/logout', (request, reply) => {
    const { service = '' } = query(request)
    return URL.canParse(service) ? reply.redirect(service) : reply.send('logged out')
  })
  app.get('/serviceValidate', (request, reply) => {
    const { service, ticket = '' } = query(request)
    const found = tickets.get(ticket)
    tickets.delete(ticket)
    const good = found && found.service === service && found.expires > now(world)
    const inner = good
      ? `<cas:authenticationSuccess><cas:user>${found.user}</cas:user></cas:authenticationSuccess>`
      : `<cas:authenticationFailure code="INVALID_TICKET">Ticket ${ticket.length} not recognized</cas:authenticationFailure>`
    return reply
      .type('application/xml')
      .send(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`)
  })
}
