import { useState } from 'react'
import { formats } from '#model/formats.ts'
import { passwordProblem } from '#model/password.ts'
import { typedCode, typedMobile } from '#model/typedMobile.ts'
import { ApiError, api } from './api.ts'
import { useSmsCode } from './useSmsCode.ts'

interface Values {
  phone: string
  smscode: string
  password: string
  confirm: string
}
type Name = keyof Values | 'slide'
type Sentences = Partial<Record<Name, string>>

/** What is typed in a step. */
export interface AlterationField {
  name: keyof Values
  label: string
  placeholder: string
  type: 'tel' | 'text' | 'password'
  autoComplete: string
}

const phoneField: AlterationField = {
  name: 'phone',
  label: '手机号',
  placeholder: '请输入手机号',
  type: 'tel',
  autoComplete: 'tel',
}
const codeField: AlterationField = {
  name: 'smscode',
  label: '短信验证码',
  placeholder: '请输入验证码',
  type: 'text',
  autoComplete: 'one-time-code',
}
const newPassword = { type: 'password', autoComplete: 'new-password' } as const

/** Each step with what is typed in it and what its button says. */
export const alterationSteps = [
  { step: 'phone', title: '验证手机号', fields: [phoneField], next: '获取验证码' },
  { step: 'code', title: '输入验证码', fields: [codeField], next: '下一步' },
  {
    step: 'password',
    title: '设置新密码',
    fields: [
      { name: 'password', label: '新密码', placeholder: '请输入新密码', ...newPassword },
      { name: 'confirm', label: '确认新密码', placeholder: '请确认新密码', ...newPassword },
    ] satisfies AlterationField[],
    next: '提交',
  },
  { step: 'done', title: '完成', fields: [], next: '去登录' },
] as const
export type Step = (typeof alterationSteps)[number]['step']

/** What else the page says. */
export const alterationWords = {
  title: '忘记密码',
  elsewhere: '其他',
  login: '返回登录',
  restart: '重新开始',
  done: '密码重置完成！请用新密码登录。',
} as const

/** What older servers answer, which know this only as GET. */
const WRONG_METHOD = 405

async function replacePassword(body: { username: string; phone: string; smscode: string; password: string }) {
  try {
    await api.post('/sys/user/passwordChange', body, { quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== WRONG_METHOD) throw error
    await api.get('/sys/user/passwordChange', body, { quiet: true })
  }
}

export interface Alteration {
  step: Step
  /** What is typed in this step. */
  fields: readonly AlterationField[]
  /** On the button that leads on. */
  nextText: string
  values: Values
  set(name: keyof Values, value: string): void
  /** Sentences of this step, from the first try on. */
  faults: Sentences
  /** What the server said, good or bad. */
  said: { text: string; bad: boolean }
  sending: boolean
  /** The slider reached its end. */
  slid(): void
  code: { left: number; send(): Promise<void> }
  next(): Promise<void>
  restart(): void
}

const nothing: Values = { phone: '', smscode: '', password: '', confirm: '' }
const silence = { text: '', bad: false }

/** A new password for somebody who forgot theirs. The step is kept here and nowhere else, so no address skips one. */
export function useAlteration(): Alteration {
  const [step, setStep] = useState<Step>('phone')
  const [values, setValues] = useState(nothing)
  const [proven, setProven] = useState({ slide: false, username: '' })
  const [tried, setTried] = useState(false)
  const [said, setSaid] = useState(silence)
  const [sending, setSending] = useState(false)
  const sms = useSmsCode('2')
  const phone = typedMobile(values.phone)
  const smscode = typedCode(values.smscode)

  const check: Record<Step, () => Record<string, string | false | undefined>> = {
    phone: () => ({
      phone: !phone ? '请输入手机号' : !formats.mobile.fits(phone) && formats.mobile.message,
      slide: !proven.slide && '请先按住滑块拖动到最右边',
    }),
    code: () => ({ smscode: !smscode && '请输入验证码' }),
    password: () => ({
      password: values.password ? passwordProblem(values.password) : '请输入新密码!',
      confirm: !values.confirm ? '请确认新密码!' : values.confirm !== values.password && '两次输入的密码不一样！',
    }),
    done: () => ({}),
  }
  const problems = Object.fromEntries(Object.entries(check[step]()).filter(([, text]) => text)) as Sentences

  async function send() {
    setSaid({ text: await sms.send(phone), bad: false })
  }

  /** What must succeed, and the step it leads to. */
  const work: Record<Step, () => Promise<Step>> = {
    async phone() {
      await send()
      return 'code'
    },
    async code() {
      const body = { phone, smscode }
      const { username } = await api.post<{ username: string }>('/sys/user/phoneVerification', body, { quiet: true })
      setProven((before) => ({ ...before, username }))
      setSaid(silence)
      return 'password'
    },
    async password() {
      await replacePassword({ username: proven.username, phone, smscode, password: values.password })
      setSaid(silence)
      return 'done'
    },
    done: () => Promise.resolve('done'),
  }

  async function attempt(job: () => Promise<void>) {
    if (sending) return
    setSending(true)
    setSaid(silence)
    try {
      await job()
    } catch (error) {
      setSaid({ text: error instanceof Error ? error.message : '操作失败', bad: true })
    } finally {
      setSending(false)
    }
  }

  const { fields, next: nextText } = alterationSteps.find((one) => one.step === step)!
  return {
    step,
    fields,
    nextText,
    values,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    faults: tried ? problems : {},
    said,
    sending,
    slid: () => setProven((before) => ({ ...before, slide: true })),
    code: { left: sms.left, send: () => attempt(send) },
    async next() {
      setTried(true)
      if (Object.keys(problems).length) return
      await attempt(async () => {
        setStep(await work[step]())
        setTried(false)
      })
    },
    restart() {
      setStep('phone')
      setValues(nothing)
      setProven({ slide: false, username: '' })
      setSaid(silence)
      setTried(false)
    },
  }
}
