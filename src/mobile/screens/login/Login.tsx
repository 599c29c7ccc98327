import { ALTERATION, REGISTER } from '#model/addresses.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#adaptive/whenIdle.ts'
import { login, useLoginCheck } from '#headless/session/login-check.ts'
import { useSession } from '#headless/session/session.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Eye, Input } from '../../layout/plain.tsx'
import { Line, Card, Submit } from './Card.tsx'
import { useSending } from './useSending.ts'

// After signing in, and for few.
const Choices = lazy(() => importWithTimeout(import('./Choices.tsx')))
const PasswordForm = lazy(() => importWithTimeout(import('./PasswordForm.tsx')))
const loadPhoneForm = () => importWithTimeout(import('./PhoneForm.tsx'))
const PhoneForm = lazy(loadPhoneForm)

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
  useEffect(() => whenIdle(() => void loadPhoneForm().catch(() => undefined)), [])
  return (
    <>
      <div role="tablist" className="vd-ways">
        {Object.entries(ways).map(([key, label]) => (
          <button key={key} type="button" role="tab" aria-selected={way === key} onClick={() => setWay(key as Way)}>
            {label}
          </button>
        ))}
      </div>
      <Suspense>{way === 'account' ? <ByAccount /> : <PhoneForm />}</Suspense>
      <nav className="vd-else" aria-label="其他">
        <a href={ALTERATION}>忘记密码</a>
        <a href={REGISTER}>注册账户</a>
      </nav>
    </>
  )
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
