import { Button, Input } from 'antd-mobile'
import { EyeInvisibleOutline, EyeOutline } from 'antd-mobile-icons'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { captchaImage, login, phoneLogin, sendCode } from '#headless/account.ts'
import { ApiError } from '#headless/api.ts'
import { useSession } from '#headless/session.ts'
import { documentTitle, usePlatform } from '#headless/title.ts'
import { formats } from '#model/formats.ts'
import { useHost } from '../frame/host.ts'
import { Entrance } from './Entrance.tsx'
import './login.css'

const CODE_SECONDS = 60
const WRONG_CAPTCHA = 412

type Way = 'account' | 'phone'
const ways: Record<Way, string> = { account: '账号登录', phone: '手机号登录' }

/** Account or phone; then, for people of several, the tenant and the department. */
export default function Login() {
  const host = useHost()
  const platform = usePlatform((state) => state.name)
  const choosing = useSession((state) => (state.token ? state.choosing : null))
  const [way, setWay] = useState<Way>('account')
  useEffect(() => host.setTitle(documentTitle('登录', platform)), [host, platform])
  return (
    <main className="vd-login">
      <div className="vd-brand">
        <span aria-hidden="true">
          <svg width="26" height="26" viewBox="0 0 24 24" fill="currentColor">
            <path d="M13 2 4 14h6l-1 8 9-12h-6z" />
          </svg>
        </span>
        <h1>{platform}</h1>
      </div>
      {choosing ? (
        <Entrance choosing={choosing} />
      ) : (
        <>
          <div role="tablist" className="vd-ways">
            {Object.entries(ways).map(([key, label]) => (
              <button key={key} type="button" role="tab" aria-selected={way === key} onClick={() => setWay(key as Way)}>
                {label}
              </button>
            ))}
          </div>
          {way === 'account' ? <ByAccount /> : <ByPhone />}
        </>
      )}
    </main>
  )
}

/** Sends once at a time; what went wrong stands under the form until the next try. */
function useSending(send: () => Promise<unknown>, onError?: (error: ApiError) => void) {
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
      if (error instanceof ApiError) onError?.(error)
    } finally {
      setSending(false)
    }
  }
  return { sending, problem, submit }
}

function Line({
  label,
  fault,
  extra,
  children,
}: {
  label: string
  fault: string
  extra?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={fault ? 'vd-line vd-wrong' : 'vd-line'}>
      <label>
        <span>{label}</span>
        {children}
      </label>
      {extra}
      {fault && (
        <p role="alert" className="vd-error">
          {fault}
        </p>
      )}
    </div>
  )
}

function ByAccount() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [captcha, setCaptcha] = useState<{ key: string; image: string }>()
  const [answer, setAnswer] = useState('')
  const [tried, setTried] = useState(false)
  const drawCaptcha = async () => {
    const key = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
    setAnswer('')
    setCaptcha({ key, image: await captchaImage(key).catch(() => '') })
  }
  const { sending, problem, submit } = useSending(
    () => login({ username: username.trim(), password, ...(captcha && { captcha: answer, checkKey: captcha.key }) }),
    ({ code, result }) => {
      if (captcha || code === WRONG_CAPTCHA || (result as { captcha?: boolean } | null)?.captcha) void drawCaptcha()
    },
  )
  const faults = {
    username: username.trim() ? '' : '请输入用户名',
    password: password ? '' : '请输入密码',
    captcha: !captcha || answer.trim() ? '' : '请输入验证码',
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
            {shown ? <EyeOutline /> : <EyeInvisibleOutline />}
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
      {captcha && (
        <Line
          label="验证码"
          fault={told('captcha')}
          extra={
            <button type="button" className="vd-captcha" aria-label="换一张验证码" onClick={() => void drawCaptcha()}>
              {captcha.image && <img src={captcha.image} alt="验证码图片" width={120} height={40} />}
            </button>
          }
        >
          <Input value={answer} onChange={setAnswer} placeholder="请输入验证码" autoComplete="off" />
        </Line>
      )}
      <Submit sending={sending} problem={problem} />
    </form>
  )
}

function ByPhone() {
  const [mobile, setMobile] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState({ mobile: false, captcha: false })
  const [seconds, setSeconds] = useState(0)
  const [sent, setSent] = useState('')
  const { sending, problem, submit } = useSending(() => phoneLogin({ mobile: mobile.trim(), captcha: captcha.trim() }))
  useEffect(() => {
    if (!seconds) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  const faults = {
    mobile: !mobile.trim() ? '请输入手机号' : formats.mobile.fits(mobile.trim()) ? '' : formats.mobile.message,
    captcha: captcha.trim() ? '' : '请输入验证码',
  }
  const ask = async () => {
    setTried({ ...tried, mobile: true })
    if (faults.mobile || seconds) return
    setSeconds(CODE_SECONDS)
    try {
      const { message } = await sendCode(mobile.trim())
      setSent(message || '验证码已发送')
    } catch (error) {
      setSeconds(0)
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
        extra={
          <Button fill="none" color="primary" size="small" disabled={seconds > 0} onClick={() => void ask()}>
            {seconds ? `${seconds} 秒后重发` : '获取验证码'}
          </Button>
        }
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
      {sent && (
        <p role="status" className="vd-hint">
          {sent}
        </p>
      )}
      <Submit sending={sending} problem={problem} />
    </form>
  )
}

const Submit = ({ sending, problem }: { sending: boolean; problem: string }) => (
  <>
    <p role="alert" className="vd-error vd-problem">
      {problem}
    </p>
    <Button block type="submit" color="primary" size="large" loading={sending} loadingText="登录中">
      登录
    </Button>
  </>
)
