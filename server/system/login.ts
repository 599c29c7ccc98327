import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { refused, tooMany } from '../http/errors.ts'
import { count, counted, forget } from '../http/limits.ts'
import { route, said, type Route } from '../http/route.ts'
import { endSession } from '../http/session.ts'
import type { Services } from '../services.ts'
import { captchaFits } from './captcha.ts'
import { enter, findUser } from './entering.ts'
import { logLogin } from './login-log.ts'
import { passwordFits } from './password.ts'

/** More failures than this within the window lock the name. */
const FAILURES = 5
const WINDOW_SECONDS = 600
const CAPTCHA_AFTER = { name: 3, address: 20 }
/** Failures of one address after which it may not try any name. */
const ADDRESS_FAILURES = 200
const LOCKED = '该用户登录失败次数过多，请于10分钟后再次登录！'

const account = {
  username: z.string({ error: '请输入用户名' }).trim().min(1, '请输入用户名').max(64),
  password: z.string({ error: '请输入密码' }).min(1, '请输入密码').max(256),
  remember_me: z.boolean().nullish(),
  loginOrgCode: z.string().max(64).nullish(),
}
const withCaptcha = {
  captcha: z.string().max(16).nullish(),
  checkKey: z.union([z.string().max(64), z.number()]).nullish(),
}
type Account = z.infer<z.ZodObject<typeof account>> & Partial<z.infer<z.ZodObject<typeof withCaptcha>>>

const nameKey = (username: string) => `login:${username.toLowerCase()}`
/** Whoever has just proven in another way who they are may try again. */
export const forgiveFailures = (db: Database, username: string) => forget(db, nameKey(username))

const addressKey = (request: FastifyRequest) => `login-address:${request.ip}`

/** Asked for when this name or address has failed before; judged whenever it is given. */
async function judgeCaptcha({ db, clock, settings }: Services, request: FastifyRequest, given: Account) {
  const now = clock.now()
  const needed =
    settings.captcha === 'always' ||
    (await counted(db, nameKey(given.username), now)) >= CAPTCHA_AFTER.name ||
    (await counted(db, addressKey(request), now)) >= CAPTCHA_AFTER.address
  if (!given.captcha || !given.checkKey) {
    if (needed) throw refused('验证码无效', 500, { captcha: true })
    return
  }
  if (!(await captchaFits(db, String(given.checkKey), given.captcha, now)))
    throw refused('验证码错误', 412, { captcha: needed })
}

/** The person behind name and password. Unknown name and wrong password look the same and take the same time. */
async function identify(services: Services, request: FastifyRequest, given: Account) {
  const { db, clock } = services
  const now = clock.now()
  if ((await counted(db, addressKey(request), now)) > ADDRESS_FAILURES)
    throw tooMany('登录失败次数过多，请稍后再试', WINDOW_SECONDS)
  // Counted before the password is looked at and forgiven after: parallel guesses get no more tries than patient ones.
  const tries = await count(db, nameKey(given.username), WINDOW_SECONDS, now)
  if (tries > FAILURES + 1) throw refused(LOCKED)
  const person = await findUser(db, { username: given.username })
  if (person && (await passwordFits(db, person.id, given.password))) {
    await forgiveFailures(db, given.username)
    return person
  }
  if (!person) await passwordFits(db, undefined, given.password)
  await count(db, addressKey(request), WINDOW_SECONDS, now)
  await logLogin(db, request, { username: given.username, content: '登录失败：用户名或密码错误' })
  throw refused('用户名或密码错误', 500, { captcha: tries >= CAPTCHA_AFTER.name })
}

async function login(services: Services, request: FastifyRequest, given: Account) {
  const person = await identify(services, request, given)
  return said('登录成功', await enter(services, request, person, given.loginOrgCode ?? undefined, { byPassword: true }))
}

export const loginRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/login',
    permission: 'public',
    summary: '账号登录。多次失败后须带图片验证码；失败应答的 result.captcha 说明下次是否需要',
    tag: '登录',
    body: z.strictObject({ ...account, ...withCaptcha }),
    handler: async ({ body, services, request }) => {
      await judgeCaptcha(services, request, body)
      return login(services, request, body)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/mLogin',
    permission: 'public',
    summary: '账号登录，不带验证码（失败次数与 /sys/login 合计）',
    tag: '登录',
    body: z.strictObject(account),
    handler: async ({ body, services, request }) => login(services, request, body),
  }),
  route({
    method: ['GET', 'POST'],
    path: '/sys/logout',
    permission: 'public',
    summary: '退出登录',
    tag: '登录',
    handler: async ({ services: { db }, request }) => {
      const token = request.headers['x-access-token']
      if (typeof token !== 'string' || !token) throw refused('退出登录失败！')
      const ended = await endSession(db, { token })
      if (!ended) throw refused('Token无效!')
      const person = await findUser(db, { id: ended.userId })
      if (person) await logLogin(db, request, { username: person.username, content: '退出成功！' })
      return said('退出登录成功！')
    },
  }),
]
