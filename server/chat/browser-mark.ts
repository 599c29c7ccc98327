/** A cookie that says "the same browser as before", so that nobody else can finish what it began. It proves no more. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'voltdesk_browser'
const SECONDS = 1800
const MARK = new RegExp(`(?:^|;\\s*)${NAME}=([A-Za-z0-9_-]{43})(?:;|$)`)

const hashOf = (mark: string) => createHash('sha256').update(mark).digest('hex')

/** SHA-256 of the mark the request brings; undefined without one. */
export function browserOf(request: FastifyRequest): string | undefined {
  const mark = MARK.exec(request.headers.cookie ?? '')?.[1]
  return mark && hashOf(mark)
}

/** The same, and the mark lives on for half an hour; one is made when there is none. Lax: the way back is a link. Of every
 * path: a front of somebody else's may have another prefix than ours. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const mark = MARK.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(32).toString('base64url')
  const parts = [`${NAME}=${mark}`, 'Path=/', `Max-Age=${SECONDS}`, 'HttpOnly', 'SameSite=Lax']
  reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '))
  return hashOf(mark)
}
