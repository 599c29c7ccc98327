import { Button, ConfigProvider, Form, Input } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { captchaImage, login, phoneLogin, sendCode, type AccountLogin, type PhoneLogin } from '#headless/account.ts'
import { ApiError } from '#headless/api.ts'
import { useNoticeStore } from '#headless/notices.ts'
import { useSession } from '#headless/session.ts'
import { useSettings } from '#headless/settings.ts'
import { documentTitle, usePlatform } from '#headless/title.ts'
import { formats } from '#model/formats.ts'
import { useHost } from '../../HostContext.ts'
import type { OutsideProps } from '../../outside.ts'
import './login.css'

const Choices = lazy(() => import('./Choices.tsx'))

type Way = 'account' | 'phone'
const ways: readonly { key: Way; label: string }[] = [
  { key: 'account', label: '账号密码登录' },
  { key: 'phone', label: '手机号登录' },
]

export default function Login({ onLikelyToEnter }: OutsideProps) {
  const host = useHost()
  const platform = usePlatform((state) => state.name)
  const colour = useSettings((state) => state.colour)
  const told = useNoticeStore((state) => state.queue.find(({ tone }) => tone === 'error')?.text)
  const [way, setWay] = useState<Way>('account')
  const [problem, setProblem] = useState('')
  const choosing = useSession((state) => state.choosing)
  useEffect(() => {
    host.setTitle(documentTitle('登录', platform))
  }, [host, platform])

  async function attempt(work: () => Promise<void>) {
    setProblem('')
    useNoticeStore.setState({ queue: [], expired: false })
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '登录失败')
      throw error
    }
  }

  return (
    <ConfigProvider theme={{ token: { colorPrimary: colour, borderRadius: 4 } }} button={{ autoInsertSpace: false }}>
      <main className="login" onFocus={onLikelyToEnter}>
        <h1>
          <img src="/favicon.svg" alt="" width={40} height={40} /> {platform}
        </h1>
        <section className="login-card" aria-label="登录">
          {choosing ? (
            <Suspense fallback={null}>
              <Choices {...choosing} />
            </Suspense>
          ) : (
            <>
              <div role="tablist" aria-label="登录方式" className="login-ways">
                {ways.map(({ key, label }) => (
                  <button
                    key={key}
                    type="button"
                    role="tab"
                    id={`login-${key}`}
                    aria-selected={way === key}
                    aria-controls="login-form"
                    onClick={() => {
                      setWay(key)
                      setProblem('')
                    }}
                  >
                    {label}
                  </button>
                ))}
              </div>
              <div role="alert" className="login-problem">
                {problem || told}
              </div>
              <div role="tabpanel" id="login-form" aria-labelledby={`login-${way}`}>
                {way === 'account' ? (
                  <AccountForm attempt={attempt} />
                ) : (
                  <PhoneForm attempt={attempt} say={setProblem} />
                )}
              </div>
            </>
          )}
        </section>
      </main>
    </ConfigProvider>
  )
}

type Attempt = (work: () => Promise<void>) => Promise<void>

const asksForCaptcha = (error: unknown) =>
  error instanceof ApiError && (error.code === 412 || error.message.includes('验证码'))

function AccountForm({ attempt }: { attempt: Attempt }) {
  const [form] = Form.useForm<AccountLogin>()
  const [busy, setBusy] = useState(false)
  const [captcha, setCaptcha] = useState<{ key: string; image: string }>()

  async function renew() {
    const key = String(Date.now())
    const image = await captchaImage(key).catch(() => '')
    form.setFieldValue('captcha', '')
    setCaptcha({ key, image })
  }

  async function submit(values: AccountLogin) {
    setBusy(true)
    try {
      await attempt(() => login({ ...values, ...(captcha && { checkKey: captcha.key }), remember_me: true }))
    } catch (error) {
      if (captcha || asksForCaptcha(error)) await renew()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} size="large" onFinish={submit} requiredMark={false}>
      <Form.Item name="username" rules={[{ required: true, message: '请输入用户名' }]}>
        <Input placeholder="用户名" aria-label="用户名" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="password" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password placeholder="密码" aria-label="密码" autoComplete="current-password" />
      </Form.Item>
      {captcha && (
        <div className="login-captcha">
          <Form.Item name="captcha" rules={[{ required: true, message: '请输入验证码' }]}>
            <Input placeholder="验证码" aria-label="验证码" autoComplete="off" maxLength={4} />
          </Form.Item>
          <button type="button" onClick={() => void renew()} aria-label="换一张验证码">
            {captcha.image ? <img src={captcha.image} alt="验证码图片" /> : '点击获取'}
          </button>
        </div>
      )}
      <Button type="primary" htmlType="submit" block loading={busy}>
        登录
      </Button>
    </Form>
  )
}

const RESEND_S = 60

function PhoneForm({ attempt, say }: { attempt: Attempt; say: (text: string) => void }) {
  const [form] = Form.useForm<PhoneLogin>()
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!left) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function getCode() {
    const { mobile } = await form.validateFields(['mobile'])
    try {
      await sendCode(mobile)
      setLeft(RESEND_S)
      say('')
    } catch (error) {
      say(error instanceof Error ? error.message : '短信验证码发送失败,请稍后重试')
    }
  }

  async function submit(values: PhoneLogin) {
    setBusy(true)
    try {
      await attempt(() => phoneLogin(values))
    } catch {
      // Said above the form.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} size="large" onFinish={submit} requiredMark={false}>
      <Form.Item
        name="mobile"
        validateFirst
        rules={[
          { required: true, message: '请输入手机号' },
          {
            validator: (_, value: string) =>
              formats.mobile.fits(value.trim()) ? Promise.resolve() : Promise.reject(new Error(formats.mobile.message)),
          },
        ]}
      >
        <Input placeholder="手机号" aria-label="手机号" autoComplete="tel" inputMode="tel" maxLength={11} autoFocus />
      </Form.Item>
      <div className="login-captcha">
        <Form.Item name="captcha" rules={[{ required: true, message: '请输入验证码' }]}>
          <Input placeholder="短信验证码" aria-label="短信验证码" autoComplete="one-time-code" inputMode="numeric" />
        </Form.Item>
        <Button disabled={left > 0} onClick={() => void getCode().catch(() => undefined)}>
          {left ? `${left} 秒后重发` : '获取验证码'}
        </Button>
      </div>
      <Button type="primary" htmlType="submit" block loading={busy}>
        登录
      </Button>
    </Form>
  )
}
