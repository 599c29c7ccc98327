import { useEffect, useRef, useState } from 'react'
import { typedCode, typedMobile } from '#model/typedMobile.ts'
import { registrationProblems, type Registration } from '#resources/system/registration.ts'
import { ApiError, api } from './api.ts'
import { isUnique, keepRegistered, takenBySomebody } from './registration.ts'
import { useSmsCode } from './useSmsCode.ts'

interface Field {
  name: keyof Registration | 'confirm'
  label: string
  /** Where 请输入 and the label would not do. */
  hint?: string
  type?: 'password' | 'tel' | 'email'
  autoComplete: string
}
export const registrationFields: readonly Field[] = [
  { name: 'username', label: '用户名', autoComplete: 'username' },
  { name: 'password', label: '密码', type: 'password', autoComplete: 'new-password' },
  { name: 'confirm', label: '确认密码', hint: '请再次输入密码', type: 'password', autoComplete: 'new-password' },
  { name: 'email', label: '邮箱（选填）', hint: '请输入邮箱', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: '手机号', type: 'tel', autoComplete: 'tel' },
  { name: 'smscode', label: '短信验证码', hint: '请输入验证码', autoComplete: 'one-time-code' },
]
type Name = Field['name']
type Values = Record<Name, string>
type Sentences = Partial<Record<Name, string>>

const nothing: Values = { username: '', password: '', confirm: '', email: '', phone: '', smscode: '' }

function problemsOf({ confirm, ...given }: Values): Sentences {
  const unlike = !confirm ? '请再次输入密码' : confirm !== given.password && '两次输入的密码不一样！'
  return { ...registrationProblems(plain(given)), ...(unlike && { confirm: unlike }) }
}

const plain = <V extends Registration>(values: V): V => ({
  ...values,
  phone: typedMobile(values.phone),
  smscode: typedCode(values.smscode),
})

export interface RegistrationControls {
  values: Values
  set(name: Name, value: string): void
  /** Sentences of the fields that were left or tried. */
  faults: Sentences
  /** For blur; asks the server whether a name is free. */
  check(name: Name): void
  code: { left: number; send(): Promise<void> }
  /** What belongs to no field, good or bad. */
  said: { text: string; bad: boolean }
  sending: boolean
  submit(): Promise<void>
}

export function useRegistration(onDone: () => void): RegistrationControls {
  const [values, setValues] = useState(nothing)
  const [seen, setSeen] = useState<ReadonlySet<Name>>(new Set())
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  // What the server refused, until something else is typed there.
  const [refused, setRefused] = useState<Sentences>({})
  const [said, setSaid] = useState({ text: '', bad: false })
  const [sending, setSending] = useState(false)
  const code = useSmsCode('1')
  const problems: Sentences = { ...refused, ...problemsOf(values) }
  const faults = Object.fromEntries(Object.entries(problems).filter(([name]) => seen.has(name as Name))) as Sentences
  const see = (...names: Name[]) => setSeen((before) => new Set([...before, ...names]))
  const fail = (error: unknown) => setSaid({ text: error instanceof Error ? error.message : '操作失败', bad: true })

  function check(name: Name) {
    const value = plain(values)[name].trim()
    if (!value) return
    see(name)
    if (!isUnique(name) || problems[name]) return
    void takenBySomebody(name, value).then((sentence) => {
      // It may have been corrected while that was being asked.
      if (sentence && plain(latest.current)[name].trim() === value)
        setRefused((before) => ({ ...before, [name]: sentence }))
    })
  }

  async function send() {
    see('phone')
    if (problems.phone) return
    try {
      setSaid({ text: await code.send(typedMobile(values.phone)), bad: false })
    } catch (error) {
      fail(error)
    }
  }

  async function submit() {
    see(...registrationFields.map(({ name }) => name))
    if (sending || Object.keys(problems).length) return
    setSending(true)
    setSaid({ text: '', bad: false })
    try {
      const { confirm: _, password, ...rest } = plain(values)
      const open = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.trim()]))
      await api.post('/sys/user/register', { ...open, password }, { quiet: true })
      keepRegistered(values.username.trim())
      onDone()
    } catch (error) {
      const fields = error instanceof ApiError && (error.result as { fields?: Sentences } | null)?.fields
      if (fields) setRefused((before) => ({ ...before, ...fields }))
      else fail(error)
    } finally {
      setSending(false)
    }
  }

  return {
    values,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setRefused(({ [name]: _, ...rest }) => rest)
    },
    faults,
    check,
    code: { left: code.left, send },
    said,
    sending,
    submit,
  }
}
