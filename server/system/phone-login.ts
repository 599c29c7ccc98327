import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { formats } from '#model/formats.ts'
import { refused } from '../kernel/errors.ts'
import { count, counted, networkOf } from '../people/limits.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { captchaFits } from './captcha.ts'
import { enter, findUser, type UserInfo } from '../people/entering.ts'
import { codeFits, hasCode, keepCode } from './one-time-code.ts'
import { logLogin } from '../people/login-log.ts'
import { proof, proofFits } from './proof-of-work.ts'

const SECONDS = 600
const TRIES = 5
/** Calls of an address within `SECONDS`. A solved captcha allows more, and resets nothing. */
const PER_ADDRESS = { unproven: 10, proven: 20 }
/** Messages sent. */
const PER_MOBILE_A_DAY = 20
const PER_ADDRESS_A_DAY = 200
const DAY_SECONDS = 86_400
const provenKey = (ip: string) => `sms-proven:${networkOf(ip)}`
const tooOften = () => refused('短信接口请求太多，请稍后再试！', 40002)

/** What a code was sent for; a login code does not change a password. 3: of one's own telephone, by user id (`own-phone.ts`). */
export const smsErrands = { signIn: '0', register: '1', forgotten: '2' } as const
export type SmsErrand = (typeof smsErrands)[keyof typeof smsErrands] | `3:${string}`
const codeKey = (errand: SmsErrand, mobile: string) => `sms:${errand}:${mobile}`

export const mobile = z
  .string({ error: '手机号不允许为空！' })
  .trim()
  .min(1, '手机号不允许为空！')
  .refine((text) => !text || formats.mobile.fits(text), formats.mobile.message)

/** Burns the code unless `keep`, for an errand of several steps. */
export const smsCodeFits = (
  services: Pick<Services, 'db' | 'clock'>,
  errand: SmsErrand,
  phone: string,
  code: string,
  keep = false,
) => codeFits(services.db, codeKey(errand, phone), code.trim(), services.clock.now(), keep)

/** A code in an errand of several steps: a sentence when it does not fit, and which it is. */
export async function smsCodeProblem(
  services: Pick<Services, 'db' | 'clock'>,
  errand: SmsErrand,
  { phone, code, keep = false }: { phone: string; code: string; keep?: boolean },
  words = { gone: '手机验证码失效，请重新获取', wrong: '手机验证码错误' },
): Promise<string | undefined> {
  if (!(await hasCode(services.db, codeKey(errand, phone), services.clock.now()))) return words.gone
  return (await smsCodeFits(services, errand, phone, code, keep)) ? undefined : words.wrong
}

export const smsCode = z.string({ error: '请输入验证码' }).trim().min(1, '请输入验证码').max(16)

/** Who may ask is for the errand to say; how often, is said here. */
export async function sendSmsCode(
  services: Services,
  ip: string,
  phone: string,
  errand: SmsErrand,
  mayHave?: () => Promise<void>,
): Promise<void> {
  const { db, clock, sms, log } = services
  const now = clock.now()
  const asked = await count(db, `sms-address:${networkOf(ip)}`, SECONDS, now)
  const allowed = (await counted(db, provenKey(ip), now, SECONDS)) ? PER_ADDRESS.proven : PER_ADDRESS.unproven
  if (asked > allowed) throw tooOften()
  const key = codeKey(errand, phone)
  if (await hasCode(db, key, now)) throw refused('验证码10分钟内，仍然有效！')
  await mayHave?.()
  // Only what is sent counts: refused calls must not keep codes from whoever has the telephone.
  if (
    (await count(db, `sms-mobile:${phone}`, DAY_SECONDS, now)) > PER_MOBILE_A_DAY ||
    (await count(db, `sms-address-day:${networkOf(ip)}`, DAY_SECONDS, now)) > PER_ADDRESS_A_DAY
  )
    throw tooOften()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  try {
    await sms.send(phone, code)
  } catch (error) {
    log.warn({ err: error }, '短信发送失败')
    throw refused('短信验证码发送失败,请稍后重试')
  }
  await keepCode(db, { key, code, seconds: SECONDS, tries: TRIES, now })
}

/** The person behind a phone and the code sent to it, or a refusal. `keep`: the code is good once more, for the login itself. */
export async function personByCode(
  { services, request }: Pick<Call, 'services' | 'request'>,
  phone: string,
  code: string,
  keep = false,
): Promise<UserInfo> {
  const fits = await smsCodeFits(services, smsErrands.signIn, phone, code, keep)
  const person = fits ? await findUser(services.db, { phone }) : undefined
  if (person) return person
  await logLogin(services.db, request, { username: phone, content: '登录失败：手机验证码错误' })
  throw refused('手机验证码错误')
}

export const phoneLoginRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/sms',
    lane: 'signIn',
    permission: 'public',
    summary: '发送短信验证码（smsmode：0 登录，1 注册，2 忘记密码）',
    tag: '登录',
    signed: true,
    body: z.strictObject({ mobile, smsmode: z.enum(smsErrands).default(smsErrands.signIn) }),
    handler: async ({ body, services, request }) => {
      const { mobile: phone, smsmode } = body
      await sendSmsCode(services, request.ip, phone, smsmode, async () => {
        const person = await findUser(services.db, { phone })
        if (smsmode === smsErrands.register && person) throw refused('手机号已经注册，请直接登录！')
        if (smsmode !== smsErrands.register && !person) throw refused('该用户不存在或未绑定手机号')
      })
      return null
    },
  }),
  route({
    method: 'POST',
    path: '/sys/smsCheckCaptcha',
    lane: 'signIn',
    permission: 'public',
    summary: '短信请求过多（40002）后，用工作量证明或图片验证码继续，次数有限',
    tag: '登录',
    body: z.strictObject({
      captcha: z.string().max(16).nullish(),
      checkKey: z.union([z.string().max(64), z.number()]).nullish(),
      proof,
    }),
    handler: async ({ body, services: { db, clock }, request }) => {
      const { captcha, checkKey, proof: given } = body
      const now = clock.now()
      const fits = given
        ? await proofFits(db, given, now)
        : await captchaFits(db, String(checkKey ?? ''), captcha ?? '', now)
      if (!fits) throw refused('验证码错误', 412)
      await count(db, provenKey(request.ip), SECONDS, now)
      return null
    },
  }),
  route({
    method: 'POST',
    path: '/sys/phoneLogin',
    lane: 'signIn',
    permission: 'public',
    summary: '手机号登录',
    tag: '登录',
    body: z.strictObject({
      mobile,
      captcha: smsCode,
      remember_me: z.boolean().nullish(),
      loginOrgCode: z.string().max(64).nullish(),
    }),
    handler: async ({ body, services, request }) => {
      const person = await personByCode({ services, request }, body.mobile, body.captcha)
      return said('登录成功', await enter(services, request, person, body.loginOrgCode ?? undefined))
    },
  }),
]
