/**
 * One's own phone number signs one in and sets a new password, so it changes by proof only: a code to the number there is, and
 * one to the new one (contract.md §2.6).
 */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import { badInput, forbidden, refused, tokenInvalid } from '../kernel/errors.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { findUser } from '../people/entering.ts'
import { asksFew } from '../people/limits.ts'
import { localTime, naming } from '../resource/write.ts'
import { traceLink } from './links.ts'
import { codeFits, forgetCode, keepCode } from './one-time-code.ts'
import { mobile, sendSmsCode, smsCode, smsCodeProblem, smsErrands } from './phone-login.ts'

const tag = '我的账号'
const { sysUser } = resources
const users = tableOf(sysUser)
/** Of this person and this number: somebody else's guesses must not use up what the owner was sent. */
const ownPhone = (userId: string) => `3:${userId}` as const
/** The errands of a change in two steps, as the newer client names them. */
const steps = z.enum(['verifyOriginalPhone', 'updatePhone'])
/** How long the first of two steps holds. */
const PROVEN = { seconds: 600, tries: 5 }

async function me({ db }: Services, userId: string) {
  const person = await findUser(db, { id: userId })
  if (!person) throw tokenInvalid()
  return person
}

type Asking = Pick<Call, 'services' | 'caller'>
type Person = Awaited<ReturnType<typeof me>>

/** One number and the code that was sent to it. */
interface Proof {
  phone: string
  code: string
  /** Where the code was typed in. */
  field: string
}

/** Throws what is wrong with a code, at its field. `keep`: it stays good. */
async function proveBy(
  { services, caller }: Pick<Call, 'caller'> & { services: Pick<Services, 'db' | 'clock'> },
  { phone, code, field }: Proof,
  keep = false,
): Promise<void> {
  const problem = await smsCodeProblem(services, ownPhone(caller.userId), { phone, code, keep })
  if (problem) throw refused(problem, 500, { fields: { [field]: problem } })
}

/** Nothing is looked at before everything is there: a slip costs no try. */
function typedIn(field: string, code: string | null | undefined): string {
  if (!code) throw refused('请输入验证码', 500, { fields: { [field]: '请输入验证码' } })
  return code
}

/** Of this sign-in alone: who proved the number somewhere else has not proven it here. */
const provenKey = ({ sessionId }: Call['caller']) => `own-phone:${sessionId}`

async function refuseTaken(
  { services: { db, clock }, caller }: Asking,
  phone: string,
  own: string | null,
): Promise<void> {
  await asksFew(db, caller.userId, clock.now())
  if (phone === own) throw badInput('新手机号：与原手机号相同', { fields: { newPhone: '与原手机号相同' } })
  if (await findUser(db, { phone })) throw refused('手机号已存在', 500, { fields: { newPhone: '手机号已存在' } })
}

/** `burn` uses up what proves the change, and throws where somebody else has. */
async function keepPhone(
  { services, caller }: Asking,
  person: { id: string; phone: string | null },
  phone: string,
  burn?: Burn,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await burn?.(tx)
    // What was proven of the number before says nothing of the new one.
    await forgetCode(tx, provenKey(caller))
    const [record] = await tx
      .select({ version: users.version, phone: users.phone })
      .from(users)
      .where(eq(users.id, person.id))
      .for('update')
    // What was proven must still be what is replaced.
    if (!record || (record.phone ?? '') !== (person.phone ?? '')) throw refused('手机号刚被修改，请刷新后重试')
    await naming(tx, sysUser, [{ phone }], () =>
      tx
        .update(users)
        .set({
          phone,
          version: Number(record.version) + 1,
          updateBy: caller.username,
          updateTime: localTime(services),
        })
        .where(eq(users.id, person.id)),
    )
    await traceLink(tx, caller, sysUser, person.id, '更换手机号', { phone: person.phone }, { phone })
  })
}

const givenCode = z.string().trim().max(16).nullish()
type Burn = (tx: Tx) => Promise<void>
type Given<Names extends string> = Partial<Record<Names, string | null>>

/** Looks at all proofs before the first is burnt, so that a slip in one costs no second message. */
async function changeBy(asking: Asking, person: Person, newPhone: string, proofs: readonly Proof[], burn?: Burn) {
  for (const proof of proofs) await proveBy(asking, proof, true)
  await keepPhone(asking, person, newPhone, async (tx) => {
    await burn?.(tx)
    const services = { db: tx, clock: asking.services.clock }
    for (const proof of proofs) await proveBy({ services, caller: asking.caller }, proof)
  })
}

/** Both codes in one call. */
async function changeAtOnce(
  asking: Asking,
  person: Person,
  { newPhone, smscode, newSmscode }: { newPhone: string } & Given<'smscode' | 'newSmscode'>,
): Promise<void> {
  const { phone } = person
  const original = phone ? [{ phone, code: typedIn('smscode', smscode), field: 'smscode' }] : []
  const next = { phone: newPhone, code: typedIn('newSmscode', newSmscode), field: 'newSmscode' }
  await changeBy(asking, person, newPhone, [...original, next])
}

/** One's own number, which who changes it in two steps says too. */
function ownNumber({ phone: own }: Person, said: string | null | undefined): string {
  if (!own) throw refused('您尚未绑定手机号')
  if (said && said !== own) throw refused('原手机号不匹配，无法修改！')
  return own
}

/** The first of two steps; what it proved is the number, which must still be one's own at the second. */
async function proveOriginal(
  asking: Asking,
  person: Person,
  { phone, smscode }: Given<'phone' | 'smscode'>,
): Promise<unknown> {
  const { services, caller } = asking
  const own = ownNumber(person, phone)
  await proveBy(asking, { phone: own, code: typedIn('smscode', smscode), field: 'smscode' })
  await keepCode(services.db, { key: provenKey(caller), code: own, ...PROVEN, now: services.clock.now() })
  return said('原手机号验证成功')
}

async function changeProven(
  asking: Asking,
  person: Person,
  { phone, newPhone, smscode }: { newPhone: string } & Given<'phone' | 'smscode'>,
): Promise<void> {
  const { services, caller } = asking
  const own = ownNumber(person, phone)
  const proof = { phone: newPhone, code: typedIn('smscode', smscode), field: 'smscode' }
  const proven = async (db: Database, keep: boolean) => {
    if (!(await codeFits(db, provenKey(caller), own, services.clock.now(), keep))) throw refused('请先验证原手机号')
  }
  await proven(services.db, true)
  await changeBy(asking, person, newPhone, [proof], (tx) => proven(tx, false))
}

export const ownPhoneRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/user/sendChangePhoneSms',
    lane: 'signIn',
    permission: 'session',
    summary: '更换手机号的验证码：发到原手机号（type：verifyOriginalPhone）或新手机号（updatePhone）',
    tag,
    body: z.strictObject({ type: steps, phone: mobile.nullish() }),
    handler: async ({ body: { type, phone }, services, caller, request }) => {
      const person = await me(services, caller.userId)
      if (type === 'verifyOriginalPhone') {
        // Which number that is says the account, not whoever asks.
        if (!person.phone) throw refused('您尚未绑定手机号')
        await sendSmsCode(services, request.ip, person.phone, ownPhone(caller.userId))
      } else {
        if (!phone) throw badInput('新手机号：手机号不允许为空！', { fields: { newPhone: '手机号不允许为空！' } })
        await refuseTaken({ services, caller }, phone, person.phone)
        await sendSmsCode(services, request.ip, phone, ownPhone(caller.userId))
      }
      return said('发送验证码成功！')
    },
  }),
  route({
    method: 'POST',
    path: '/sys/sendChangePwdSms',
    lane: 'signIn',
    permission: 'session',
    summary: '修改自己密码的验证码（新版客户端），发到自己的手机号；随后调用 /sys/user/passwordChange',
    tag,
    body: z.strictObject({ mobile }),
    handler: async ({ body, services, caller, request }) => {
      const { phone } = await me(services, caller.userId)
      if (phone !== body.mobile) throw refused('当前登录用户和绑定的手机号不匹配，无法修改密码！')
      await sendSmsCode(services, request.ip, phone, smsErrands.forgotten)
      return null
    },
  }),
  route({
    method: 'PUT',
    path: '/sys/user/updateMobile',
    lane: 'signIn',
    permission: 'session',
    summary: '绑定第一个手机号（新版客户端）：smscode 由 /sys/sms（smsmode 1）发到它；已有手机号的用 changePhone',
    tag,
    body: z.strictObject({
      phone: mobile,
      smscode: smsCode,
      username: z.string().max(64).nullish(),
      id: z.string().max(64).nullish(),
    }),
    handler: async ({ body: { phone, smscode, username, id }, services, caller }) => {
      if ((username && username !== caller.username) || (id && id !== caller.userId))
        throw forbidden('只允许绑定自己的手机号！')
      const person = await me(services, caller.userId)
      if (person.phone) throw refused('已绑定手机号，更换时须先验证原手机号')
      await refuseTaken({ services, caller }, phone, person.phone)
      const words = { gone: '短信验证码失效！', wrong: '短信验证码不匹配！' }
      // That is how the newer client asks for it.
      const problem = await smsCodeProblem(services, smsErrands.register, { phone, code: smscode }, words)
      if (problem) throw refused(problem, 500, { fields: { smscode: problem } })
      await keepPhone({ services, caller }, person, phone)
      return said('手机号设置成功!')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/user/changePhone',
    lane: 'signIn',
    permission: 'session',
    summary:
      '更换自己的手机号：smscode 是原手机号收到的验证码（没有手机号时不需要），newSmscode 是新手机号收到的；' +
      '新版客户端分两步（type：verifyOriginalPhone、updatePhone），smscode 是该步的号码收到的，phone 是原手机号',
    tag,
    body: z.strictObject({
      newPhone: mobile.nullish(),
      newSmscode: givenCode,
      smscode: givenCode,
      phone: z.string().max(32).nullish(),
      type: steps.nullish(),
    }),
    handler: async ({ body, services, caller }) => {
      const person = await me(services, caller.userId)
      const asking = { services, caller }
      const { type, phone, newPhone, smscode, newSmscode } = body
      if (type === 'verifyOriginalPhone') return proveOriginal(asking, person, { phone, smscode })
      if (!newPhone) throw badInput('新手机号：手机号不允许为空！', { fields: { newPhone: '手机号不允许为空！' } })
      await refuseTaken(asking, newPhone, person.phone)
      if (type) await changeProven(asking, person, { phone, newPhone, smscode })
      else await changeAtOnce(asking, person, { newPhone, smscode, newSmscode })
      return said('手机号更换成功!')
    },
  }),
]
