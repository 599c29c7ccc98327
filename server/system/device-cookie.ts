/** A browser that has signed in as somebody is known again by a cookie. It opens nothing: it only counts apart from strangers. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { installHmac } from '../db/install-secret.ts'
import type { Services } from '../kernel/services.ts'

const NAME = 'voltdesk-device'
const YEAR_SECONDS = 31_536_000
/** Of so many people the device remembers that they were here. */
const MOST_PEOPLE = 5

interface Device {
  id: string
  marks: string[]
}

function deviceOf(request: FastifyRequest): Device | undefined {
  const [id, ...marks] = (request.cookies[NAME] ?? '').split('.')
  return id && /^[\w-]{22}$/.test(id) ? { id, marks } : undefined
}

const markOf = async ({ db }: Services, id: string, username: string): Promise<string> =>
  (await installHmac(db, 'device', `${id}\0${username.toLowerCase()}`)).slice(0, 32)

/** Its id, when this person has signed in with it before. */
export async function knownDevice(services: Services, request: FastifyRequest, username: string) {
  const device = deviceOf(request)
  if (!device) return undefined
  const mark = Buffer.from(await markOf(services, device.id, username))
  const isOurs = device.marks.some((one) => one.length === mark.length && timingSafeEqual(Buffer.from(one), mark))
  return isOurs ? device.id : undefined
}

export async function rememberDevice(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  username: string,
): Promise<void> {
  const { id, marks } = deviceOf(request) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  const mark = await markOf(services, id, username)
  const kept = [mark, ...marks.filter((one) => one !== mark)].slice(0, MOST_PEOPLE)
  reply.setCookie(NAME, [id, ...kept].join('.'), {
    path: '/jeecg-boot',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.settings.publicUrl?.startsWith('https:') ?? false,
    maxAge: YEAR_SECONDS,
  })
}
