import { useState } from 'react'
import { passwordProblem } from '#model/password.ts'
import { changePassword } from './account.ts'

export const passwordFields = [
  { name: 'oldpassword', label: '旧密码', missing: '请输入旧密码!', autoComplete: 'current-password' },
  { name: 'password', label: '新密码', missing: '请输入新密码!', autoComplete: 'new-password' },
  { name: 'confirmpassword', label: '确认新密码', missing: '请确认新密码!', autoComplete: 'new-password' },
] as const
type Name = (typeof passwordFields)[number]['name']
type Values = Record<Name, string>

const rules: Record<Name, (values: Values) => string | undefined> = {
  oldpassword: () => undefined,
  password: ({ password }) => passwordProblem(password),
  confirmpassword: ({ password, confirmpassword }) =>
    password === confirmpassword ? undefined : '两次输入的密码不一样！',
}

export interface PasswordChange {
  values: Values
  set(name: Name, value: string): void
  /** Sentences by field, from the first try on. */
  faults: Partial<Record<Name, string>>
  /** What the server said. */
  problem: string
  sending: boolean
  save(): Promise<void>
}

/** Somebody's own new password. `onDone` gets the sentence of the server. */
export function usePasswordChange(onDone: (said: string) => void): PasswordChange {
  const [values, setValues] = useState<Values>({ oldpassword: '', password: '', confirmpassword: '' })
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const faults = Object.fromEntries(
    passwordFields
      .map(({ name, missing }) => [name, values[name] ? rules[name](values) : missing] as const)
      .filter(([, fault]) => fault),
  ) as PasswordChange['faults']

  async function save() {
    setTried(true)
    if (sending || Object.keys(faults).length) return
    setSending(true)
    setProblem('')
    try {
      onDone(await changePassword(values))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '操作失败')
    } finally {
      setSending(false)
    }
  }
  return {
    values,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    faults: tried ? faults : {},
    problem,
    sending,
    save,
  }
}
