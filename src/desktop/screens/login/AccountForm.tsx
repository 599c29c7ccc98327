import { useRef, useState, type FormEvent } from 'react'
import { captchaImage, login } from '#headless/account.ts'
import { ApiError } from '#headless/api.ts'
import { Submit } from './Card.tsx'
import { Field } from './Field.tsx'
import type { Attempt } from './Login.tsx'

/** The server says whether the next try needs one. */
const asksForCaptcha = (error: unknown) =>
  error instanceof ApiError && Boolean((error.result as { captcha?: boolean } | null)?.captcha)

/** User name and password; the captcha comes when the server asks for one. */
export function AccountForm({ attempt }: { attempt: Attempt }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ username: '', password: '', captcha: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState(false)
  const [captcha, setCaptcha] = useState<{ key: string; image: string }>()
  const set = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })
  const errors = {
    username: values.username.trim() ? undefined : '请输入用户名',
    password: values.password ? undefined : '请输入密码',
    captcha: !captcha || values.captcha.trim() ? undefined : '请输入验证码',
  }
  const error = (name: keyof typeof errors) => (tried ? errors[name] : undefined)

  async function renew() {
    const key = String(Date.now())
    const image = await captchaImage(key).catch(() => '')
    setValues((before) => ({ ...before, captcha: '' }))
    setCaptcha({ key, image })
    setTried(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const wrong = Object.entries(errors).find(([, message]) => message)?.[0]
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    setBusy(true)
    try {
      const { username, password } = values
      const answer = captcha ? { captcha: values.captcha.trim(), checkKey: captcha.key } : {}
      await attempt(() => login({ username: username.trim(), password, ...answer, remember_me: true }))
    } catch (failure) {
      if (captcha || asksForCaptcha(failure)) await renew()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="用户名"
        name="username"
        autoComplete="username"
        autoFocus
        error={error('username')}
        {...set('username')}
      />
      <Field
        label="密码"
        name="password"
        type={seen ? 'text' : 'password'}
        autoComplete="current-password"
        error={error('password')}
        beside={
          <button type="button" className="login-see" aria-pressed={seen} onClick={() => setSeen(!seen)}>
            {seen ? '隐藏' : '显示'}
          </button>
        }
        {...set('password')}
      />
      {captcha && (
        <Field
          label="验证码"
          name="captcha"
          autoComplete="off"
          maxLength={4}
          error={error('captcha')}
          beside={
            <button type="button" onClick={() => void renew()} aria-label="换一张验证码">
              {captcha.image ? <img src={captcha.image} alt="验证码图片" /> : '点击获取'}
            </button>
          }
          {...set('captcha')}
        />
      )}
      <Submit busy={busy}>{busy ? '登录中…' : '登录'}</Submit>
    </form>
  )
}
