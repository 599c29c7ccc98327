import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused, tooMany } from '../kernel/errors.ts'
import { count, counted, networkOf } from '../people/limits.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { endSession } from '../people/session.ts'
import { browserOf } from '../chat/browser-mark.ts'
import { forgetOutcomes } from '../chat/sign-in.ts'
import { captchaFits } from './captcha.ts'
import { rememberDevice } from './device-cookie.ts'
import { enter, entranceOf, findUser, type UserInfo } from '../people/entering.ts'
import { countFailure, countTry, forgiveTry, needsCheck, tryingOf, type Trying } from './login-failures.ts'
import { mobile, personByCode, smsCode } from './phone-login.ts'
import { notKept } from '../resource/parameters.ts'
import { logLogin } from '../people/login-log.ts'
import { passwordFits, refuseIfChanged } from '../people/password.ts'
import { proof, proofFits } from './proof-of-work.ts'
import { CLIENT_KEY, passwordsIn } from './sent-password.ts'

/** Pictures of one address that were misread or came with a wrong password. */
const PICTURES = 10
const PICTURE_SECONDS = 600
const pictureKey = ({ ip }: FastifyRequest) => `login-picture:${networkOf(ip)}`

const account = {
  username: z.string({ error: '请输入用户名' }).trim().min(1, '请输入用户名').max(64),
  // Encrypted it is longer than it is.
  password: z.string({ error: '请输入密码' }).min(1, '请输入密码').max(512),
  remember_me: z.boolean().nullish(),
  loginOrgCode: z.string().max(64).nullish(),
}
const withCaptcha = {
  captcha: z.string().max(16).nullish(),
  checkKey: z.union([z.string().max(64), z.number()]).nullish(),
  proof,
}
/** What a page sends for somebody who gives name and password. */
export const passwordLogin = { ...account, ...withCaptcha }
type Account = z.infer<z.ZodObject<typeof account>> & Partial<z.infer<z.ZodObject<typeof withCaptcha>>>

type Sent = Pick<Call, 'services' | 'request' | 'reply'>

/**
 * True when the client has shown that it is no script: by a proof of work, or by the picture of the contract's clients,
 * which a script can learn to read and which is therefore taken a few times only. Asked for when tries have failed before;
 * judged whenever it is given.
 */
async function checked({ services, request }: Sent, given: Account, trying: Trying): Promise<boolean> {
  const { db, clock, settings } = services
  const now = clock.now()
  if (given.proof) {
    if (await proofFits(db, given.proof, now)) return true
    throw refused('安全验证已过期，请重试', 412, { captcha: true })
  }
  if (given.captcha && given.checkKey) {
    if ((await counted(db, pictureKey(request), now, PICTURE_SECONDS)) >= PICTURES)
      throw tooMany('图片验证码使用过于频繁，请稍后再试', PICTURE_SECONDS)
    if (await captchaFits(db, String(given.checkKey), given.captcha, now)) return true
    await count(db, pictureKey(request), PICTURE_SECONDS, now)
    throw refused('验证码错误', 412, { captcha: await needsCheck(services, request, trying) })
  }
  if (settings.captcha === 'always' || (await needsCheck(services, request, trying)))
    throw refused('验证码无效', 500, { captcha: true, untried: true })
  return false
}

/** The person behind name and password. Unknown name and wrong password look the same and take the same time. */
async function identify({ services, request }: Sent, given: Account, trying: Trying, isChecked: boolean) {
  const { db } = services
  await countTry(services, request, trying, isChecked)
  const person = await findUser(db, { username: given.username })
  for (const password of passwordsIn(given.password)) {
    const passwordHash = await passwordFits(db, person?.id, password)
    if (!passwordHash || !person) continue
    await forgiveTry(services, trying)
    return { person, passwordHash }
  }
  await countFailure(services, request, trying, person)
  if (given.captcha) await count(db, pictureKey(request), PICTURE_SECONDS, services.clock.now())
  await logLogin(db, request, { username: given.username, person, content: '登录失败：用户名或密码错误' })
  throw refused('用户名或密码错误', 500, { captcha: await needsCheck(services, request, trying) })
}

/** The person behind name and password with the hash it fits, or a refusal. `byPage`: a page, which can be asked for a check. */
export async function personByPassword(
  call: Sent,
  given: Account,
  byPage: boolean,
): Promise<{ person: UserInfo; passwordHash: string }> {
  const trying = await tryingOf(call.services, call.request, given.username)
  const isChecked = byPage && (await checked(call, given, trying))
  return identify(call, given, trying, isChecked)
}

/** `byPage`: the login page, which can be asked for a check; the contract's other address cannot. */
async function login(call: Sent, given: Account, byPage: boolean) {
  const { services } = call
  const { person, passwordHash } = await personByPassword(call, given, byPage)
  const entered = await enter(services, call.request, person, given.loginOrgCode ?? undefined, {
    byPassword: true,
    lookAgain: (tx) => refuseIfChanged(tx, person.id, passwordHash),
  })
  await rememberDevice(services, call, person.username)
  return said('登录成功', entered)
}

export const loginRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/login',
    lane: 'signIn',
    permission: 'public',
    summary:
      '账号登录。多次失败后须带工作量证明（proof，见 /sys/challenge）或图片验证码；失败应答的 result.captcha 说明下次是否需要，result.untried 说明密码还没有核对',
    tag: '登录',
    body: z.strictObject({ ...account, ...withCaptcha }),
    handler: (call) => login(call, call.body, true),
  }),
  route({
    method: 'POST',
    path: '/sys/mLogin',
    lane: 'signIn',
    permission: 'public',
    summary: '账号登录，不带验证码（失败次数与 /sys/login 合计）',
    tag: '登录',
    body: z.strictObject(account),
    handler: (call) => login(call, call.body, false),
  }),
  route({
    method: 'POST',
    path: '/sys/loginGetUserDeparts',
    lane: 'signIn',
    permission: 'public',
    summary: '登录前可选的部门：先核对密码或短信验证码，次数与登录合计；图片验证码留给登录用',
    tag: '登录',
    body: z.discriminatedUnion('loginType', [
      z.strictObject({
        loginType: z.literal('account'),
        username: account.username,
        password: account.password,
        ...notKept('inputCode captcha checkKey loginOrgCode source'),
      }),
      z.strictObject({ loginType: z.literal('phone'), mobile, smscode: smsCode, ...notKept('loginOrgCode source') }),
    ]),
    handler: async (call) => {
      const { db } = call.services
      const person =
        call.body.loginType === 'account'
          ? (await personByPassword(call, call.body, false)).person
          : await personByCode(call, call.body.mobile, call.body.smscode, true)
      if (person.status !== 1) throw refused('该用户已冻结')
      await logLogin(db, call.request, { username: person.username, person, content: '登录前核对通过' })
      const { departs } = await entranceOf(db, person)
      return {
        currentOrgCode: person.orgCode,
        departs: departs.map(({ orgCode, departName }) => ({ orgCode, departName })),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/sys/getEncryptedString',
    lane: 'signIn',
    permission: 'public',
    summary: '客户端加密登录密码用的 key 和 iv；明文同样接受',
    tag: '登录',
    handler: async () => CLIENT_KEY,
  }),
  route({
    method: ['GET', 'POST'],
    path: '/sys/logout',
    lane: 'signIn',
    permission: 'public',
    summary: '退出登录',
    tag: '登录',
    handler: async ({ services, request }) => {
      const { db } = services
      const token = request.headers['x-access-token']
      if (typeof token !== 'string' || !token) throw refused('退出登录失败！')
      const ended = await endSession(db, { token })
      if (!ended) throw refused('Token无效!')
      const browser = browserOf(request)
      if (browser) await forgetOutcomes(services, { browser, userId: ended.userId })
      const person = await findUser(db, { id: ended.userId })
      if (person && !ended.viewerId)
        await logLogin(db, request, { username: person.username, person, content: '退出成功！' })
      return said('退出登录成功！')
    },
  }),
]
