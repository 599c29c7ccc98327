/** A new password for somebody who has the phone but not the old password: a code first, then the password, with the same code. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passwordProblem } from '#model/password.ts'
import { refused } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { findUser } from '../people/entering.ts'
import { forgiveEverywhere } from './login-failures.ts'
import { logLogin } from '../people/login-log.ts'
import { hashPassword, lockPerson, setPassword } from '../people/password.ts'
import { mobile, smsCode, smsCodeProblem, smsErrands } from './phone-login.ts'

const tag = '登录'
const WORDS = { gone: '短信验证码失效！', wrong: '短信验证码不匹配！' }

const change = z.strictObject({
  username: z.string({ error: '请输入用户名' }).trim().min(1, '请输入用户名').max(64),
  password: z.string({ error: '新密码不允许为空!' }).max(256),
  phone: mobile,
  smscode: smsCode,
})

async function changeForgotten(services: Services, request: FastifyRequest, given: z.infer<typeof change>) {
  const { username, password, phone, smscode: code } = given
  const weak = passwordProblem(password)
  if (weak) throw refused(weak)
  // First the code: without it nobody learns which names there are and whose phone is whose.
  const problem = await smsCodeProblem(services, smsErrands.forgotten, { phone, code }, WORDS)
  if (problem) throw refused(problem)
  const person = await findUser(services.db, { username })
  if (!person) throw refused('未找到用户！')
  if (person.phone !== phone) throw refused('此验证码不是当前用户的！')
  const passwordHash = await hashPassword(password)
  await services.db.transaction(async (tx) => {
    // Another number by now: whoever has the old telephone was to be kept out.
    if ((await lockPerson(tx, person.id))?.phone !== phone) throw refused('此验证码不是当前用户的！')
    await setPassword(tx, person.id, passwordHash, 'owner')
    await logLogin(tx, request, { username, person, content: '通过短信验证码重置密码' })
  })
  await forgiveEverywhere(services.db, username)
  return said('密码重置完成！')
}

const shared = {
  path: '/sys/user/passwordChange',
  lane: 'signIn',
  permission: 'public',
  summary: '忘记密码：用验证过的短信验证码设置新密码',
  tag,
} as const

export const forgottenPasswordRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/user/phoneVerification',
    lane: 'signIn',
    permission: 'public',
    summary: '忘记密码：核对短信验证码，应答用户名',
    tag,
    body: z.strictObject({ phone: mobile, smscode: smsCode }),
    handler: async ({ body: { phone, smscode: code }, services }) => {
      const problem = await smsCodeProblem(services, smsErrands.forgotten, { phone, code, keep: true })
      if (problem) throw refused(problem)
      const person = await findUser(services.db, { phone })
      if (!person) throw refused('未找到用户！')
      return { smscode: code, username: person.username }
    },
  }),
  route({
    ...shared,
    method: 'GET',
    query: change,
    handler: ({ query, services, request }) => changeForgotten(services, request, query),
  }),
  // Ours asks this way: an address with a password in it ends up in the logs of every proxy.
  route({
    ...shared,
    method: 'POST',
    body: change,
    handler: ({ body, services, request }) => changeForgotten(services, request, body),
  }),
]
