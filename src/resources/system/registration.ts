import { checkOf } from '#model/checks.ts'
import { passwordProblem } from '#model/password.ts'
import { sysUser } from './user.ts'

/** What somebody types to get an account without an administrator. */
export interface Registration {
  username: string
  password: string
  phone: string
  email: string
  smscode: string
}

const { username, phone, email } = sysUser.fields
// An account without a phone could not get a code, neither now nor when its password is forgotten.
const fields = { username, phone: { ...phone, required: true }, email }

/** Sentences by field; none when all is well. The rules of the account are those of 用户. */
export function registrationProblems(given: Registration): Partial<Record<keyof Registration, string>> {
  const problems: Partial<Record<keyof Registration, string>> = {}
  for (const [name, field] of Object.entries(fields) as [keyof typeof fields, (typeof fields)['phone']][]) {
    const message = checkOf(field).safeParse(given[name]).error?.issues[0]?.message
    if (message) problems[name] = message
  }
  const password = given.password ? passwordProblem(given.password) : '请输入密码'
  return {
    ...problems,
    ...(password && { password }),
    ...(!given.smscode.trim() && { smscode: '请输入验证码' }),
  }
}
