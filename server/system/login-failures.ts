/**
 * Guesses are held up, people are not: tries of a name count by where they come from, and a device that this person has
 * signed in with before counts apart from all others. So a stranger locks only himself out.
 */
import { HOME } from '#model/addresses.ts'
import type { FastifyRequest } from 'fastify'
import { eq, or } from 'drizzle-orm'
import { isBelow } from '../db/held-text.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { rateLimit } from '../db/tables.ts'
import { openTenantsOf } from '../people/access.ts'
import { refused, tooMany } from '../kernel/errors.ts'
import { count, counted, forget, networkOf } from '../people/limits.ts'
import { tell } from '../notify/notify.ts'
import type { Services } from '../kernel/services.ts'
import { knownDevice } from './device-cookie.ts'
import type { UserInfo } from '../people/entering.ts'

/** More failures than this within the window lock the name for the address or the device they came from. */
const FAILURES = 5
const WINDOW_SECONDS = 600
/** After so many the next try has to show that it is no script. */
const CHECK_AFTER = { own: 3, strangers: 10, address: 20 }
/** Tries of a name by devices it does not know, together; what comes after takes its turn. */
const STRANGERS = 20
const TURN_SECONDS = 10
/** Of one address one, so that none takes them all. */
const TURNS = 5
/** Failures of one address after which strangers there have to show each time that they are no script, and take turns. */
const ADDRESS_FAILURES = 200
const LOCKED = '该用户登录失败次数过多，请于10分钟后再次登录！'

const addressKey = ({ ip }: FastifyRequest) => `login-address:${networkOf(ip)}`
const strangersKey = (username: string) => `login-strangers:${username.toLowerCase()}`
const namePrefix = (username: string) => `login:${username.toLowerCase()}:`

export interface Trying {
  username: string
  /** Under which its failures count. */
  key: string
  /** Not on a device this person is known on. */
  strange: boolean
}

export async function tryingOf(services: Services, request: FastifyRequest, username: string): Promise<Trying> {
  const device = await knownDevice(services, request, username)
  const from = device ? `device:${device}` : `address:${networkOf(request.ip)}`
  return { username, key: namePrefix(username) + from, strange: device === undefined }
}

/** Must the next try show that no script sends it? */
export async function needsCheck({ db, clock }: Services, request: FastifyRequest, trying: Trying): Promise<boolean> {
  const failed = (key: string) => counted(db, key, clock.now(), WINDOW_SECONDS)
  return (
    (await failed(trying.key)) >= CHECK_AFTER.own ||
    (trying.strange &&
      ((await failed(strangersKey(trying.username))) >= CHECK_AFTER.strangers ||
        (await failed(addressKey(request))) >= CHECK_AFTER.address))
  )
}

/**
 * Counts a try before the password is looked at, so that parallel guesses get no more than patient ones. Throws when it
 * is one too many. `checked`: it has shown that it is no script.
 */
export async function countTry(services: Services, request: FastifyRequest, trying: Trying, checked: boolean) {
  const { db, clock } = services
  const now = clock.now()
  // A neighbour behind the same address locks nobody out who has been here before, and what is not looked at is no try.
  if (trying.strange && (await counted(db, addressKey(request), now, WINDOW_SECONDS)) > ADDRESS_FAILURES) {
    if (!checked)
      throw refused('当前网络登录失败次数过多，请在登录页完成安全验证后再试', 500, { captcha: true, untried: true })
    if ((await count(db, `login-turn:${addressKey(request)}`, TURN_SECONDS, now)) > TURNS)
      throw tooMany(`当前网络登录失败次数过多，请 ${TURN_SECONDS} 秒后再试，或使用登录过的设备`, TURN_SECONDS)
  }
  const tries = await count(db, trying.key, WINDOW_SECONDS, now)
  if (tries > FAILURES + 1) throw refused(LOCKED)
  if (!trying.strange) return
  const strangers = await count(db, strangersKey(trying.username), WINDOW_SECONDS, now)
  if (strangers <= STRANGERS) return
  if (!checked)
    throw refused('该账号正被频繁尝试登录，请在登录页完成安全验证后再试', 500, { captcha: true, untried: true })
  const name = trying.username.toLowerCase()
  const ofAddress = await count(db, `login-turn:${name}:${networkOf(request.ip)}`, TURN_SECONDS, now)
  if (ofAddress > 1 || (await count(db, `login-turn:${name}`, TURN_SECONDS, now)) > TURNS)
    throw tooMany(`该账号正被频繁尝试登录，请 ${TURN_SECONDS} 秒后再试，或使用登录过的设备`, TURN_SECONDS)
}

/** The try was the person's own. What strangers tried stays counted. */
export const forgiveTry = ({ db }: Services, { key }: Trying) => forget(db, key)

/** The try failed: it counts for its address, and the owner hears of many by strangers, once a day. */
export async function countFailure(
  services: Services,
  request: FastifyRequest,
  trying: Trying,
  owner: UserInfo | undefined,
): Promise<void> {
  const { db, clock, settings } = services
  const now = clock.now()
  await count(db, addressKey(request), WINDOW_SECONDS, now)
  if (
    !owner ||
    !trying.strange ||
    (await counted(db, strangersKey(trying.username), now, WINDOW_SECONDS)) < CHECK_AFTER.strangers
  )
    return
  const day = now.toLocaleDateString('sv-SE', { timeZone: settings.timeZone })
  // One that is over lets nobody in who could read it.
  const tenantId = (await openTenantsOf(db, owner))[0]?.id ?? 0
  await db.transaction((tx) =>
    tell(
      { tx, services },
      {
        key: `login-tries:${owner.id}:${day}`,
        kind: 'system',
        tenantId,
        title: '有人多次尝试登录您的账号',
        summary: '密码都不对。如果不是您本人，请修改密码，并且不要在别处使用同样的密码。',
        facts: [{ label: '最近一次来自', text: request.ip }],
        path: HOME,
        to: [owner.id],
      },
    ),
  )
}

/** Whoever has just proven in another way who they are may try again, wherever they are. */
export async function forgiveEverywhere(db: Database | Tx, username: string): Promise<void> {
  const own = isBelow(rateLimit.key, namePrefix(username))
  await db.delete(rateLimit).where(or(own, eq(rateLimit.key, strangersKey(username))))
}
