import { lazy, Suspense, useState, type FormEvent } from 'react'
import { login, phoneLogin } from '#headless/session/account.ts'
import { ALTERATION, REGISTER } from '#headless/session/guard.ts'
import { useLoginCheck } from '#headless/session/login-check.ts'
import { useSession } from '#headless/session/session.ts'
import { useSmsCode } from '#headless/session/useSmsCode.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { formats } from '#model/formats.ts'
import { Eye, Input } from '../../layout/plain.tsx'
import { CodeButton, Hint, Line, Card, Submit } from './Card.tsx'

// After signing in, and for few.
const Choices = lazy(() => importWithTimeout(import('./Choices.tsx')))
const PasswordForm = lazy(() => importWithTimeout(import('./PasswordForm.tsx')))

type Way = 'account' | 'phone'
const ways: Record<Way, string> = { account: '账号登录', phone: '手机号登录' }

/** Account or phone; then a password that is due; then, for people of several, the tenant and the department. */
export default function Login() {
  const choosing = useSession((state) => (state.token ? state.choosing : null))
  const passwordDue = useSession((state) => Boolean(state.token) && state.mustChangePassword)
  return (
    <Card title="登录">
      <Suspense fallback={null}>
        {passwordDue ? <PasswordForm /> : choosing ? <Choices choosing={choosing} /> : <Ways />}
      </Suspense>
    </Card>
  )
}

function Ways() {
  const [way, setWay] = useState<Way>('account')
  return (
    <>
      <div role="tablist" className="vd-ways">
        {Object.entries(ways).map(([key, label]) => (
          <button key={key} type="button" role="tab" aria-selected={way === key} onClick={() => setWay(key as Way)}>
            {label}
          </button>
        ))}
      </div>
      {way === 'account' ? <ByAccount /> : <ByPhone />}
      <nav className="vd-else" aria-label="其他">
        <a href={ALTERATION}>忘记密码</a>
        <a href={REGISTER}>注册账户</a>
      </nav>
    </>
  )
}

/** Sends once at a time; what went wrong stands under the form until the next try. */
function useSending(send: () => Promise<unknown>, onError?: (error: unknown) => Promise<void>) {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent, faults: Record<string, string>) => {
    event.preventDefault()
    if (sending || Object.values(faults).some(Boolean)) return
    setSending(true)
    setProblem('')
    try {
      await send()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '登录失败')
      await onError?.(error)
    } finally {
      setSending(false)
    }
  }
  return { sending, problem, submit }
}

function ByAccount() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const check = useLoginCheck()
  const { picture } = check
  const [answer, setAnswer] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, problem, submit } = useSending(
    async () => login({ username: username.trim(), password, ...(await check.answer(answer)) }),
    async (error) => {
      if (await check.failed(error)) setAnswer('')
    },
  )
  const faults = {
    username: username.trim() ? '' : '请输入用户名',
    password: password ? '' : '请输入密码',
    captcha: !picture || answer.trim() ? '' : '请输入验证码',
  }
  const told = (name: keyof typeof faults) => (tried ? faults[name] : '')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setTried(true)
        void submit(event, faults)
      }}
    >
      <Line label="用户名" fault={told('username')}>
        <Input value={username} onChange={setUsername} placeholder="请输入用户名" autoComplete="username" clearable />
      </Line>
      <Line
        label="密码"
        fault={told('password')}
        extra={
          <button
            type="button"
            className="vd-icon-button"
            aria-label={shown ? '隐藏密码' : '显示密码'}
            onClick={() => setShown(!shown)}
          >
            <Eye open={shown} />
          </button>
        }
      >
        <Input
          value={password}
          onChange={setPassword}
          type={shown ? 'text' : 'password'}
          placeholder="请输入密码"
          autoComplete="current-password"
        />
      </Line>
      {picture && (
        <Line
          label="验证码"
          fault={told('captcha')}
          extra={
            <button
              type="button"
              className="vd-captcha"
              aria-label="换一张验证码"
              onClick={() => void check.renew().then(() => setAnswer(''))}
            >
              {picture.image && <img src={picture.image} alt="验证码图片" width={120} height={40} />}
            </button>
          }
        >
          <Input value={answer} onChange={setAnswer} placeholder="请输入验证码" autoComplete="off" />
        </Line>
      )}
      <Submit sending={sending} problem={problem}>
        登录
      </Submit>
    </form>
  )
}

function ByPhone() {
  const [mobile, setMobile] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState({ mobile: false, captcha: false })
  const code = useSmsCode('0')
  const [sent, setSent] = useState('')
  const { sending, problem, submit } = useSending(() => phoneLogin({ mobile: mobile.trim(), captcha: captcha.trim() }))
  const faults = {
    mobile: !mobile.trim() ? '请输入手机号' : formats.mobile.fits(mobile.trim()) ? '' : formats.mobile.message,
    captcha: captcha.trim() ? '' : '请输入验证码',
  }
  const ask = async () => {
    setTried({ ...tried, mobile: true })
    if (faults.mobile) return
    try {
      setSent(await code.send(mobile.trim()))
    } catch (error) {
      setSent(error instanceof Error ? error.message : '验证码发送失败')
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setTried({ mobile: true, captcha: true })
        void submit(event, faults)
      }}
    >
      <Line label="手机号" fault={tried.mobile ? faults.mobile : ''}>
        <Input
          value={mobile}
          onChange={setMobile}
          placeholder="请输入手机号"
          inputMode="tel"
          autoComplete="tel"
          maxLength={11}
          clearable
        />
      </Line>
      <Line
        label="验证码"
        fault={tried.captcha ? faults.captcha : ''}
        extra={<CodeButton left={code.left} send={ask} />}
      >
        <Input
          value={captcha}
          onChange={setCaptcha}
          placeholder="请输入验证码"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      </Line>
      <Hint text={sent} />
      <Submit sending={sending} problem={problem}>
        登录
      </Submit>
    </form>
  )
}
